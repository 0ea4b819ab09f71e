/// How an attachment is available to the pages.
enum AttachmentPlace: Sendable {
  /// As a file in a folder beside the pages.
  case file
  /// Embedded in the page: in base64, or as clipped text.
  case embedded(base64: String)
  case text(Clipped)
}
