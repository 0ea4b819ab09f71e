import CIModel

extension HTMLReport {
  /// The maximum size of a text shown in a page, in bytes.
  private static var shownText: Int { 1 << 20 }

  /// Writes the attachments of the tests beside the pages. Each text is also written as a script,
  /// because a page opened from disk may load nothing else.
  ///
  /// - Returns: The attachments that exist, by file name.
  func writeAttachments<Failure: Error>(
    _ write: (String, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [String: AttachmentPlace] {
    var places: [String: AttachmentPlace] = [:]
    for name in record.attachmentFiles {
      guard let bytes = files.attachment(name) else { continue }
      try write("attachments/\(name)", bytes)
      places[name] = .file
      guard Self.isText(name) else { continue }
      var data = ScriptData()
      let text = Self.shown(bytes)
      data.list([text.text] + (text.rest.map { [$0] } ?? [])) { $0.string($1) }
      let mark = AttachmentList.mark(name)
      try write(
        "data/\(mark).js", Array("report.data.\(mark)=".utf8) + data.bytes + Array(";\n".utf8))
    }
    return places
  }

  /// Embeds the attachments that fit into one file; those of failed tests come first.
  ///
  /// - Parameter room: The available size in bytes.
  func embeddedAttachments(_ room: Int) -> [String: AttachmentPlace] {
    var places: [String: AttachmentPlace] = [:]
    var left = room
    for name in record.attachmentFiles where left > 0 {
      guard let bytes = files.attachment(name) else { continue }
      let place: AttachmentPlace
      let size: Int
      if Self.isText(name) {
        let text = Self.shown(bytes)
        (place, size) = (.text(text), text.text.utf8.count)
      } else {
        size = (bytes.count + 2) / 3 * 4
        if size > left { continue }
        place = .embedded(base64: Base64.encode(bytes))
      }
      if size > left { continue }
      left -= size
      places[name] = place
    }
    return places
  }

  private static func isText(_ name: String) -> Bool {
    name.hasSuffix(".txt") || name.hasSuffix(".json")
  }

  /// The text without colours and control characters.
  private static func shown(_ bytes: [UInt8]) -> Clipped {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = lines.map { PrintableText.line($0, keepsColor: false) }.joined(separator: "\n")
    return Clipped(text, bytes: shownText, lines: .max)
  }
}
