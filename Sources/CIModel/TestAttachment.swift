/// A file that a test attached or left behind: where it is stored, or why it was not kept.
package struct TestAttachment: Codable, Hashable, Sendable {
  /// The name that the test gave it.
  package var name: String
  package var kind: Kind
  /// The type of its content, whatever its name suggests.
  package var type: ContentType
  /// Size in bytes; for a file that was not kept, the expected size if it is known.
  package var size: Int
  /// Relative to the folder of the run: `attachments/`, the SHA-256 of the content, and the file
  /// extension of the type. `nil` when the file was not kept.
  @NullCoded package var path: String?
  /// Why the file was not kept: a lowercase clause.
  package var leftOut: String?

  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The test attached it.
    case attached
    /// The inputs of a snapshot test and the difference that it computed.
    case expected, actual, difference
    /// The stack of the process when the test timed out.
    case stack
    /// The last output of the process before it crashed.
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

    /// The extension of the stored file.
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

  /// Creates an attachment that is kept.
  ///
  /// - Parameter digest: The SHA-256 of its content, 64 hexadecimal digits.
  package init(_ name: String, _ kind: Kind, _ type: ContentType, size: Int, digest: String) {
    (self.name, self.kind, self.type, self.size) = (name, kind, type, size)
    path = "\(TestAttachment.folder)/\(digest).\(type.ending)"
  }

  /// Creates an attachment that is not kept.
  package init(_ name: String, _ kind: Kind, size: Int, leftOut: String) {
    (self.name, self.kind, self.size, self.leftOut) = (name, kind, size, leftOut)
    type = .other
  }

  /// The folder of the attachments, relative to the folder of a run.
  package static let folder = "attachments"

  /// The name of the stored file in `folder`; `nil` when the file was not kept, or when the path,
  /// which may come from an untrusted record, has any other form.
  package var fileName: String? {
    guard let path, path.hasPrefix(TestAttachment.folder + "/") else { return nil }
    let name = path.dropFirst(TestAttachment.folder.count + 1)
    return TestAttachment.isFileName(name) && name.hasSuffix("." + type.ending)
      ? String(name) : nil
  }

  /// Whether a name has the form of a stored attachment: a SHA-256 and a known extension.
  package static func isFileName(_ name: some StringProtocol) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64
      && parts[0].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      && ContentType.allCases.contains { $0.ending == parts[1] }
  }
}

extension TestAttachment.ContentType {
  /// Detects the type of the content by its signature.
  ///
  /// Markup counts as text: nothing that a browser would execute has a type other than text or
  /// download.
  ///
  /// - Parameter name: The file name, which distinguishes JSON from other text.
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

  /// Whether bytes are UTF-8 without the control characters of binary formats; escape sequences are
  /// allowed.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let isPlain = bytes.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F || (0x07...0x0D).contains(byte) || byte == 0x1B
    }
    return isPlain && String(validating: bytes, as: UTF8.self) != nil
  }
}
