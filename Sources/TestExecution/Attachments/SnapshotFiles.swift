import CIModel
import FileSystem

/// Stores the files that failed snapshot tests name as attachments, because the next attempt
/// overwrites them and the temporary folder is removed with the step.
///
/// swift-snapshot-testing compares `__Snapshots__/SUITE/NAME.png` with a file of the same name in
/// the temporary folder. FBSnapshotTestCase and Nimble-Snapshots write `reference_NAME.png`,
/// `failed_NAME.png` and `diff_NAME.png` beside each other. Source: `AssertSnapshot.swift` in
/// swift-snapshot-testing 1.18, `fileNameForSelector` in `FBSnapshotTestController.m`,
/// FBSnapshotTestCase 8.
struct SnapshotFiles {
  /// The absolute paths that files are read below; hidden folders of the checkout are not read.
  let checkout: String
  let temporaryFolder: String?
  let keeper: AttachmentKeeper

  /// The maximum number of comparisons that are stored for a test.
  private static let most = 20

  /// - Returns: The number of files that were dropped without being listed.
  func keep(for tests: inout [TestCase]) -> Int {
    var leftOut = 0
    for index in tests.indices {
      let images = tests[index].issues.lazy.filter { !$0.isKnown }.compactMap(\.snapshot)
      for pair in images.prefix(Self.most) {
        for (path, kind) in Self.files(pair) {
          guard let place = place(of: path) else { continue }
          let name = path.split(separator: "/").last.map(String.init) ?? path
          guard let kept = keeper.keepFile(place.path, place.folder, name, kind) else {
            leftOut += 1
            continue
          }
          tests[index].attachments = (tests[index].attachments ?? []) + [kept]
          if place.isTemporary, kept.path != nil {
            tests[index].name(path, as: name)
          }
        }
      }
    }
    return leftOut
  }

  private static func files(_ images: SnapshotImages) -> [(String, TestAttachment.Kind)] {
    var files: [(String, TestAttachment.Kind)] = []
    if let reference = images.reference { files.append((reference, .expected)) }
    if let actual = images.actual {
      files.append((actual, .actual))
      let folder = actual.parentFolder
      if let name = actual.path(below: folder), name.hasPrefix("failed_") {
        files.append(("\(folder)/diff_\(name.dropFirst(7))", .difference))
      }
    }
    return files
  }

  /// Locates a file, and determines whether it is in the temporary folder; `nil` when it does not
  /// exist or must not be read.
  private func place(of path: String) -> (folder: String, path: String, isTemporary: Bool)? {
    let path = path.normalizedPath
    for (folder, isCheckout) in [(checkout, true), (temporaryFolder ?? "", false)]
    where !folder.isEmpty {
      for anchor in [folder, realPathOfExisting(folder)] {
        guard let inside = path.path(below: anchor),
          !isCheckout || !inside.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
          let status = try? FileStatus.unlinked(inside, below: anchor), status.isFile
        else { continue }
        return (anchor, inside, !isCheckout)
      }
    }
    return nil
  }
}

extension TestCase {
  /// Replaces the path of a file in the messages by the name of its attachment.
  fileprivate mutating func name(_ path: String, as name: String) {
    for index in issues.indices {
      for address in ["file://\(path)", path] {
        issues[index].message = issues[index].message.replacing(
          "\"\(address)\"", with: "\"\(name)\", attached")
      }
    }
  }
}
