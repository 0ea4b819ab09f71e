/// A file that a test attached or left behind: what of it was kept, and why nothing was.
package struct TestAttachment: Codable, Hashable, Sendable {
  /// As the test calls it.
  package var name: String
  package var kind: Kind
  /// What its bytes are, whatever its name says.
  package var type: ContentType
  /// In bytes; of one that was not kept, what it would have had, as far as that is known.
  package var size: Int
  /// Relative to the folder of the run: `attachments/`, the SHA-256 of the content, and an ending that goes
  /// with the type. `nil` when it was not kept.
  @NullCoded package var path: String?
  /// Why it was not kept: a lowercase clause.
  package var leftOut: String?

  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The test attached it.
    case attached
    /// What a snapshot test compared, and what it made of the two.
    case expected, actual, difference
    /// Where the process was when the time of the test was up.
    case stack
    /// What the process printed last before it died.
    case crashLog = "crash-log"
  }

  package enum ContentType: String, Codable, Hashable, Sendable, CaseIterable {
    case text = "text/plain"
    case json = "application/json"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case other = "application/octet-stream"

    /// Of the file that it is kept in.
    package var ending: String {
      switch self {
      case .text: "txt"
      case .json: "json"
      case .png: "png"
      case .jpeg: "jpg"
      case .gif: "gif"
      case .webp: "webp"
      case .other: "bin"
      }
    }

    package var isImage: Bool {
      switch self {
      case .png, .jpeg, .gif, .webp: true
      case .text, .json, .other: false
      }
    }

    package var isText: Bool { self == .text || self == .json }
  }

  /// One that is kept.
  ///
  /// - Parameter digest: The SHA-256 of its content, 64 hexadecimal digits.
  package init(_ name: String, _ kind: Kind, _ type: ContentType, size: Int, digest: String) {
    (self.name, self.kind, self.type, self.size) = (name, kind, type, size)
    path = "\(TestAttachment.folder)/\(digest).\(type.ending)"
  }

  /// One that is not kept.
  package init(_ name: String, _ kind: Kind, size: Int, leftOut: String) {
    (self.name, self.kind, self.size, self.leftOut) = (name, kind, size, leftOut)
    type = .other
  }

  /// In the folder of a run.
  package static let folder = "attachments"

  /// The name of the file that holds it, in `folder`; `nil` when it was not kept, or the record, which may be a
  /// stranger's, names anything else.
  package var fileName: String? {
    guard let path, path.hasPrefix(TestAttachment.folder + "/") else { return nil }
    let name = path.dropFirst(TestAttachment.folder.count + 1)
    return TestAttachment.isFileName(name) && name.hasSuffix("." + type.ending)
      ? String(name) : nil
  }

  /// Whether it is a name that we give: a SHA-256 and a known ending.
  package static func isFileName(_ name: some StringProtocol) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64
      && parts[0].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      && ContentType.allCases.contains { $0.ending == parts[1] }
  }
}

extension TestAttachment.ContentType {
  /// What bytes are by their own word.
  ///
  /// Markup is text here: nothing that a browser would run is anything but text or a download.
  ///
  /// - Parameter name: Tells JSON from other text.
  package init(of bytes: [UInt8], name: String) {
    for (start, type) in Self.signatures where bytes.starts(with: start) {
      self = type
      return
    }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if Self.isText(bytes) {
      self = name.lowercased().hasSuffix(".json") ? .json : .text
    } else {
      self = .other
    }
  }

  private static let signatures: [([UInt8], Self)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), ([0xFF, 0xD8, 0xFF], .jpeg),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
  ]

  /// UTF-8 without the control characters that only binary formats have; escape sequences are text.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let isPlain = bytes.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F || (0x07...0x0D).contains(byte) || byte == 0x1B
    }
    return isPlain && String(validating: bytes, as: UTF8.self) != nil
  }
}
