import CIModel
import FileSystem
import LocalState

/// Finds the files that a step's `inputs` name, or why they cannot all be found: an overlooked file
/// could change without the step running again.
package struct InputSearch {
  struct File: Hashable {
    /// The path relative to the root.
    var path: String
    /// For a link, the absolute path of the file that it leads to.
    var target: String?
  }

  /// Why the files cannot be determined: part of a sentence that names the pattern.
  package struct Problem: Error, Hashable {
    package var words: String
  }

  /// The absolute path that patterns are relative to.
  private let root: String
  /// The real path of the top of the checkout; files outside of it are not searched.
  private let checkout: String
  private var files: [File] = []
  /// The number of folders behind links that were searched.
  private var linkCount = 0

  private static let maximumDepth = 64
  private static let mostLinks = 1_000
  /// The maximum size of an input in bytes.
  private static let largestInput = 4 << 30

  private init(root: String, checkout: String) {
    self.root = root
    self.checkout = realPath(checkout) ?? checkout
  }

  /// - Parameters:
  ///   - globs: Patterns relative to the root; a pattern without wildcards that names a folder
  ///     stands for its files.
  ///   - checkout: The absolute path of the top of the checkout.
  /// - Returns: Each file once, sorted by path.
  static func files(
    matching globs: [String], in root: String, checkout: String
  ) throws(Problem) -> [File] {
    var search = InputSearch(root: root, checkout: checkout)
    for glob in globs { try search.find(glob) }
    // A single pattern may match no file yet, but a step without any input is a mistake.
    if search.files.isEmpty, let first = globs.first {
      throw Problem(words: "nothing matches '\(first)'")
    }
    return search.files.sorted { $0.path.isBefore($1.path) }.droppingRepeated(\.path)
  }

  private mutating func find(_ text: String) throws(Problem) {
    let glob = InputSearch.normalized(text)
    if let path = FileSearch.literalPath(glob) {
      guard let status = InputSearch.status("\(root)/\(path)") else { return }
      if status.isFolder {
        try walk(path, text, links: [], depth: 0) { _ in true }
      } else {
        try take(path, status, text, links: [], depth: 0) { _ in true }
      }
    } else {
      let parts = glob.split(separator: "/")
      let literal = parts.prefix { FileSearch.literalPath(String($0)) != nil }
      let pattern = PathGlob(glob)
      let folder = literal.count == parts.count ? literal[...] : literal.prefix(parts.count - 1)
      try walk(folder.joined(separator: "/"), text, links: [], depth: 0, pattern.matches)
    }
  }

  /// Removes `./` and superfluous slashes, also in the alternatives of braces.
  static func normalized(_ glob: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(glob.utf8)
    var index = 0
    func isStart() -> Bool { result.last.map { Array("/{,".utf8).contains($0) } ?? true }
    while index < bytes.count {
      let byte = bytes[index]
      let isDot = byte == UInt8(ascii: ".") && isStart()
      if isDot, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
      } else if byte == UInt8(ascii: "/"), result.last ?? byte == byte {
        index += 1
      } else {
        result.append(byte)
        index += 1
      }
    }
    if result == Array(".".utf8) { return "**" }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Folders

  private mutating func walk(
    _ folder: String, _ text: String, links: [String], depth: Int,
    _ matches: (_ path: String) -> Bool
  ) throws(Problem) {
    let full = folder.isEmpty ? root : "\(root)/\(folder)"
    let listing = folderListing(full)
    guard listing.wasRead else {
      if InputSearch.status(full) == nil { return }
      throw Problem(words: "'\(text)' matches files in \(folder), which cannot be read")
    }
    for name in listing.names {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      guard let status = InputSearch.status("\(root)/\(path)") else { continue }
      if status.isFolder {
        if skips(name, in: folder) { continue }
        guard depth < Self.maximumDepth else {
          throw Problem(
            words: "'\(text)' matches files more than \(Self.maximumDepth) folders deep")
        }
        try walk(path, text, links: links, depth: depth + 1, matches)
      } else {
        try take(path, status, text, links: links, depth: depth, matches)
      }
    }
    for (name, isFolder) in listing.unreadable {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      guard !isFolder, !matches(path) else {
        throw Problem(words: "'\(text)' matches \(path), whose name is not UTF-8")
      }
    }
  }

  /// Whether the folder was created by git, SwiftPM or devtool, not by a commit.
  private func skips(_ name: String, in folder: String) -> Bool {
    let full = folder.isEmpty ? root : "\(root)/\(folder)"
    switch name {
    case ".git": return fileExists("\(full)/.git/HEAD")
    case ".build", ".devtool":
      let isPackage =
        folder.isEmpty || fileExists("\(full)/Package.swift") || fileExists("\(full)/.ci.yml")
      return isPackage
        && TrackedFiles(around: full, upTo: checkout).trackedPath(at: "\(full)/\(name)") == nil
    default: return false
    }
  }

  // MARK: Files and links

  private mutating func take(
    _ path: String, _ status: FileStatus, _ text: String, links: [String], depth: Int,
    _ matches: (_ path: String) -> Bool
  ) throws(Problem) {
    switch status.kind {
    case .file:
      guard matches(path) else { return }
      if path.utf8.contains(UInt8(ascii: "\n")) {
        throw Problem(words: "'\(text)' matches a file with a line break in its name")
      }
      if status.size > Self.largestInput {
        throw Problem(
          words: "'\(text)' matches \(path), which is larger than \(byteWords(Self.largestInput))")
      }
      files.append(File(path: path, target: nil))
    case .link:
      try follow(path, text, links: links, depth: depth, matches)
    case .socket: return
    default:
      if matches(path) { throw Problem(words: "'\(text)' matches \(path), which is not a file") }
    }
  }

  private mutating func follow(
    _ path: String, _ text: String, links: [String], depth: Int,
    _ matches: (_ path: String) -> Bool
  ) throws(Problem) {
    let isNamed = matches(path)
    let target = realPath("\(root)/\(path)")
    guard let target, let status = InputSearch.status(target) else {
      if isNamed { throw Problem(words: "'\(text)' matches the link \(path), which is broken") }
      return
    }
    let isFolder = status.isFolder
    guard isNamed || isFolder else { return }
    guard target.isInside(checkout) else {
      throw Problem(words: "'\(text)' matches the link \(path), which points outside the checkout")
    }
    if !isFolder {
      try take(path, status, text, links: links, depth: depth, { _ in true })
      if let last = files.indices.last { files[last].target = target }
      return
    }
    if isNamed { files.append(File(path: path, target: nil)) }
    // A folder that contains the link is searched already.
    if links.contains(target) || isAround(path, target) { return }
    linkCount += 1
    guard linkCount <= Self.mostLinks, depth < Self.maximumDepth else {
      throw Problem(words: "'\(text)' matches more than \(Self.mostLinks) links to folders")
    }
    try walk(path, text, links: links + [target], depth: depth + 1) { inner in
      isNamed || matches(inner)
    }
  }

  /// Whether a link is inside the folder that it leads to.
  private func isAround(_ path: String, _ target: String) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return resolvedRoot == target }
    return realPath("\(root)/\(path[..<slash])")?.isInside(target) ?? false
  }

  private var resolvedRoot: String { realPath(root) ?? root }

  private static func status(_ path: String) -> FileStatus? {
    FileStatus(path, followsLink: false)
  }
}
