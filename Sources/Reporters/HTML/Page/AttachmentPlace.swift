/// How the pages have an attachment.
enum AttachmentPlace: Sendable {
  /// In a folder beside the pages.
  case file
  /// In the page itself: in base64, or as text of which that much is left out.
  case embedded(base64: String)
  case text(Clipped)
}
