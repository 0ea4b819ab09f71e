package import CIModel
import Patterns
import SourceCode

/// Flags new source files without the licence header.
package struct LicenceHeaderRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "licence-header",
    summary: "Flags new source files that do not begin with the licence header.",
    why:
      "A file that is copied without its licence cannot legally be used. A file that was empty "
      + "before counts as new.",
    parameters: [
      .init(
        "lines", .integer(min: 1),
        "Number of lines at the start of a file that must hold the header; 20 by default."),
      .init(
        "pattern", .pattern,
        "Pattern that the first lines must match; `Copyright`, `SPDX-License-Identifier` or "
          + "`Licen[cs]ed under` by default. `.` matches line breaks with `(?s)`."),
      .init(
        "sources", .list(.glob),
        "Files that need the header; Swift, C, C++, Objective-C, Metal and assembly files by "
          + "default, and their headers, but not the manifests of packages and what is in a "
          + "catalogue of DocC."
      ),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a new file with a header",
      files: [FileChange(.added, "Sources/A.swift", additions: 2, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "// Copyright 2026 Ada"),
        AddedLine("Sources/A.swift", line: 2, text: "let a = 1"),
      ]),
    .clean(
      "an existing file",
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)],
      addedLines: [AddedLine("Sources/A.swift", line: 2, text: "let a = 1")]),
    .clean(
      "files of other kinds, an empty one, and code of a tutorial",
      files: [
        FileChange(.added, "README.md", additions: 1, oldMode: nil),
        FileChange(.added, "Sources/Empty.swift", oldMode: nil),
        FileChange(.added, "Sources/Docs.docc/Step-1.swift", additions: 1, oldMode: nil),
      ],
      addedLines: [
        AddedLine("README.md", line: 1, text: "# A"),
        AddedLine("Sources/Docs.docc/Step-1.swift", line: 1, text: "let a = 1"),
      ]),
    .flagged(
      "a new file without a header", as: .warning,
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "let a = 1")]),
    .flagged(
      "a C++ file", as: .warning,
      files: [FileChange(.added, "Sources/A/include/a.hpp", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A/include/a.hpp", line: 1, text: "int a();")]),
    .flagged(
      "a renamed file that loses its header", as: .warning,
      files: [
        FileChange(
          .renamed, "Sources/B.swift", oldPath: "Sources/A.swift", similarity: 90, deletions: 1)
      ],
      contents: [
        "Sources/B.swift": FileContents(
          old: Array("// Copyright 2026 Ada\nlet a = 1\n".utf8), new: Array("let a = 1\n".utf8))
      ]),
    .clean(
      "a renamed file that had no header before",
      files: [
        FileChange(
          .renamed, "Sources/B.swift", oldPath: "Sources/A.swift", similarity: 80, additions: 1,
          deletions: 1)
      ],
      contents: [
        "Sources/B.swift": FileContents(
          old: Array("struct A {}\n".utf8), new: Array("struct B {}\n".utf8))
      ]),
    .flagged(
      "the wrong header", as: .warning,
      values: ["pattern": .text("// Copyright [0-9]{4} Ada")],
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "// Copyright Bob")]),
    .flagged(
      "a header that is too far down", as: .warning, values: ["lines": .integer(1)],
      files: [FileChange(.added, "Sources/A.swift", additions: 2, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "let a = 1"),
        AddedLine("Sources/A.swift", line: 2, text: "// Copyright Ada"),
      ]),
  ]

  private static let usual = FileSelection(["**/\(SourceNames.glob)"])

  private let options: RuleOptions
  /// The files that the rule names; `nil` without any.
  private let sources: FileSelection?

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    sources = options.texts("sources").map { FileSelection($0) }
  }

  package var id: String { options.id }

  package var policyFiles: Set<RepositoryPath> { [SourceLayout.manifestPath] }

  package func readsAddedLines(of file: FileChange) -> Bool {
    (file.status == .added || mayHaveBeenEmpty(file)) && needsHeader(file.path)
      && options.scope.contains(file)
  }

  private func mayHaveBeenEmpty(_ file: FileChange) -> Bool {
    file.status == .modified && file.deletions == 0 && !file.standsForFolder
      && (file.additions > 0 || file.isBinary)
  }

  /// Whether a text is the beginning of a new file, or all of a file that was empty before.
  private static func isNew(_ text: AddedText, _ file: FileChange) -> Bool {
    text.count > 0
      && (file.status == .added || text.endsFile && text.numbers.elementsEqual(1...text.count))
  }

  package func readsHiddenText(of file: FileChange) -> Bool {
    file.isBinary && readsAddedLines(of: file)
  }

  /// Whether an existing file is checked like a new one: at a new path, also out of an excluded
  /// folder, or in place of a link.
  private func becomesSource(_ file: FileChange) -> Bool {
    guard needsHeader(file.path), options.scope.contains(file), !file.standsForFolder else {
      return false
    }
    guard let oldPath = file.oldPath else { return file.status == .typechanged }
    // An unchanged file that moves between checked paths has no new problem.
    return file.similarity != 100 || !isJudged(oldPath) || ManifestName.fits(oldPath)
  }

  /// Whether a file that moves had no header before, either.
  private func hadNone(
    _ file: FileChange, _ contents: FileContents, _ matcher: Matcher, _ packages: PackageFolders
  ) -> Bool {
    guard let old = contents.old, let oldPath = file.oldPath else { return false }
    return isJudged(oldPath) && finding(oldPath, matcher, packages, head(of: old)) != nil
  }

  private func isJudged(_ path: String) -> Bool {
    needsHeader(path) && options.scope.contains(FileChange(.modified, path))
  }

  private func needsHeader(_ path: String) -> Bool {
    sources?.contains(path) ?? (Self.usual.contains(path) && !SourceNames.isDocumentation(path))
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(becomesSource).map(\.exactPath))
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern(
      "pattern", default: #"\bCopyright(ed)?\b|SPDX-License-Identifier|Licen[cs]ed under"#)
    guard let matcher = pattern?.boundedMatcher() else { return [] }
    let files = Dictionary(
      changes.files.filter { readsAddedLines(of: $0) }.map { ($0.exactPath, $0) },
      uniquingKeysWith: { first, _ in first })
    func isNew(_ text: AddedText) -> Bool {
      files[text.exactPath].map { Self.isNew(text, $0) } ?? false
    }
    let packages = PackageFolders(changes, SourceLayout(facts, changes))
    let added = facts.addedText.filter(isNew).compactMap { finding($0, matcher, packages) }
    let hidden = Dictionary(grouping: facts.hiddenText.filter(isNew), by: \.exactPath).compactMap {
      _, texts -> Finding? in
      // Decoded if that is possible, then with blanks for NULs, as compilers read it.
      let read = texts.filter(\.isReadByTools)
      let isWide = texts.contains { ByteOrderMark.isWide($0.bytes) }
      return (isWide ? read.first : read.last).flatMap { finding($0, matcher, packages) }
    }
    let moved = changes.files.filter(becomesSource).compactMap { file -> Finding? in
      guard let contents = facts.contents[file.exactPath], let content = contents.new,
        !content.isEmpty, !hadNone(file, contents, matcher, packages)
      else { return nil }
      return finding(file.path, matcher, packages, head(of: content))
    }
    return added + hidden + moved
  }

  private func finding(
    _ text: AddedText, _ matcher: Matcher, _ packages: PackageFolders
  ) -> Finding? {
    finding(
      text.path, matcher, packages,
      (0..<min(text.count, longestHead)).map { text.bytes[text.range(ofLine: $0)] })
  }

  private func head(of content: [UInt8]) -> [ArraySlice<UInt8>] {
    content.split(
      separator: UInt8(ascii: "\n"), maxSplits: longestHead, omittingEmptySubsequences: false
    ).prefix(longestHead).map { $0 }
  }

  private var longestHead: Int { options.integer("lines") ?? 20 }

  /// Maximum number of bytes of the first lines in which the header is looked for.
  private static let longestText = 64 << 10

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether an editor or a program ends a line here, besides at a line feed.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private func finding(
    _ path: String, _ matcher: Matcher, _ packages: PackageFolders, _ head: [ArraySlice<UInt8>]
  ) -> Finding? {
    var room = Self.longestText
    let lines = head.flatMap { line in
      let line = line.prefix(room)
      room -= line.count
      return String(
        decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self
      )
      .unicodeScalars.split(
        maxSplits: longestHead, omittingEmptySubsequences: false, whereSeparator: Self.endsLine)
    }.prefix(longestHead)
    let text = Array(lines.map { Substring($0) }.joined(separator: "\n").utf8)
    // A byte order mark is not part of the first line.
    let mark = text.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    if matcher.occurs(in: String(decoding: text[mark...], as: UTF8.self)) { return nil }
    if ManifestName.fits(path), ManifestName.begins(text[mark...]), packages.hold(path) {
      return nil
    }
    if matcher.isSpent { return options.spent(matcher.pattern.text, in: path) }
    return options.finding(
      "has no licence header in its first \(counted(head.count, "line"))",
      at: SourceLocation(path, line: 1, endLine: 1),
      help: "Add the licence header that the other files have.")
  }
}

extension ManifestName {
  /// Whether a text begins like a manifest: `// swift-tools-version:6.1`, in any letter case.
  fileprivate static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let comment = text.drop { $0 <= 0x20 }
    guard comment.starts(with: "//".utf8) else { return false }
    let name = "swift-tools-version".utf8
    return comment.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }.prefix(name.count)
      .map { $0 | 0x20 }.elementsEqual(name)
  }
}

/// The folders of packages below the folder of a target, as far as the change shows their sources.
private struct PackageFolders {
  private let layout: SourceLayout
  /// The paths of all changed files; none when there is no manifest.
  private let paths: SortedPaths

  init(_ changes: ChangeSet, _ layout: SourceLayout) {
    self.layout = layout
    let mayHold = changes.files.contains {
      ManifestName.fits($0.path) && ManifestName.mayBeSource($0.path)
    }
    paths = SortedPaths(
      mayHold
        ? changes.files.flatMap { [$0.status == .deleted ? nil : $0.path, $0.oldPath] }
          .compactMap { $0 } : [])
  }

  /// Whether a file is the manifest of a package: it is not in a folder of sources, or the change
  /// has a source or a test beside it. In a target of the base that is no test, SwiftPM compiles the
  /// file nevertheless.
  func hold(_ manifest: String) -> Bool {
    if manifest.contains("/"), layout.isInSourceTarget(manifest) { return false }
    if !ManifestName.mayBeSource(manifest) { return true }
    let folder = manifest.dropLast(manifest.lastPathName.count)
    return ManifestName.targetFolders.contains { paths.containsFile(below: "\(folder)\($0)/") }
  }
}
