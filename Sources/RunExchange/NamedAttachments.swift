import CIModel
import FileSystem
import RunStorage
import SecretMasking

/// Attachments that a test report names in the output of a test: `[[ATTACHMENT|PATH]]`.
///
/// The report and the path are untrusted: only files below the folder of the report are read, with
/// no link on the way and in no hidden folder.
///
/// Source: `ATTACHMENT_TAG_REGEX` in `lib/gitlab/ci/parsers/test/junit.rb` of GitLab; the JUnit
/// Attachments plugin of Jenkins.
struct NamedAttachments {
  private let folder: String
  private let store: AttachmentStore
  private let hide: AttachmentStore.Masking?

  /// The maximum number of attachments of one test; further ones are only counted.
  static let most = 20

  /// - Parameter folder: The absolute path of the report's folder.
  init(below folder: String, _ store: AttachmentStore, hiding mask: SecretMask?) {
    (self.folder, self.store) = (folder, store)
    if let mask {
      hide = { (bytes: [UInt8]) -> [UInt8] in mask.masked(bytes) }
    } else {
      hide = nil
    }
  }

  /// Stores the attachments that a test names, and removes the markers from its output.
  ///
  /// - Returns: The number of attachments that there was no room for.
  func keep(for test: inout TestCase) -> Int {
    let paths = Self.paths(in: test.output)
    var kept: [TestAttachment] = []
    for path in paths.prefix(Self.most) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let inside = inside(path) else {
        kept.append(
          TestAttachment(
            name, .attached, size: 0, leftOut: "it is not in the folder of the report"))
        continue
      }
      if let file = store.keep(inside, below: folder, as: name, .attached, hiding: hide) {
        kept.append(file)
        let mark = "[[ATTACHMENT|\(path)]]"
        test.output = test.output.replacing(mark + "\n", with: "").replacing(mark, with: "")
      }
    }
    if !kept.isEmpty { test.attachments = kept }
    return paths.count - kept.count
  }

  /// Makes a path relative to the folder; `nil` for a path that leads out of it or into a hidden
  /// folder.
  private func inside(_ path: String) -> String? {
    let relative = path.hasPrefix("/") ? path.path(below: folder) : path
    let parts = (relative ?? "").split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
    return parts.joined(separator: "/")
  }

  private static func paths(in output: String) -> [String] {
    guard output.contains("[[ATTACHMENT|") else { return [] }
    return output.split(whereSeparator: \.isNewline).flatMap { line in
      line.split(separator: "[[ATTACHMENT|").dropFirst(line.hasPrefix("[[ATTACHMENT|") ? 0 : 1)
        .compactMap { rest in
          rest.firstRange(of: "]]").map { String(rest[..<$0.lowerBound]) }
        }.filter { !$0.isEmpty }
    }
  }
}
