package import CIModel

/// Flags binary files outside the paths where they are allowed.
package struct BinaryFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "binary-files",
    summary: "Flags new binary files outside the paths where they are allowed.",
    why:
      "A binary file cannot be reviewed, and two versions of it cannot be merged. "
      + "`git add .` brings build products and archives into a repository by accident.",
    parameters: [
      .init(
        "allow", .optionalList(.glob),
        "Paths where binary files are allowed; pictures, fonts, sounds and documents by "
          + "default."),
      .init("changed", .boolean, "Also flag changed files; `false` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let usual = [
    "**/*.{ai,avif,bmp,cur,exr,gif,hdr,heic,heif,icns,ico,jp2,jpeg,jpg,jxl,ktx,png,psd,tga,tif,tiff,usdz,webp}",
    "**/*.{eot,otf,ttc,ttf,woff,woff2}",
    "**/*.{aac,aif,aiff,caf,flac,m4a,m4r,m4v,mid,midi,mov,mp3,mp4,ogg,opus,wav,webm}",
    "**/*.{doc,docx,epub,numbers,odp,ods,odt,pages,pdf,ppt,pptx,xls,xlsx}",
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "pictures and text",
      files: [
        FileChange(.added, "docs/logo.png", isBinary: true, oldMode: nil),
        FileChange(.added, "docs/IMG_0001.JPG", isBinary: true, oldMode: nil),
        FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil),
      ]),
    .clean("an existing binary file", files: [FileChange(.modified, "a.bin", isBinary: true)]),
    .flagged(
      "a build product", as: .warning,
      files: [FileChange(.added, "lib/libA.a", isBinary: true, oldMode: nil)]),
    .flagged(
      "text files that become binary, one of them as it moves, and a program in place of a link",
      as: .warning,
      .warning, .warning,
      files: [
        FileChange(.modified, "run", isBinary: true, wasText: true),
        FileChange(.renamed, "bin/x.o", oldPath: "docs/a.txt", similarity: 60, isBinary: true),
        FileChange(.typechanged, "tool", isBinary: true, oldMode: "120000"),
      ]),
    .clean(
      "a moved file",
      files: [
        FileChange(.renamed, "b/x.o", oldPath: "a/x.obj", similarity: 100, isBinary: true),
        FileChange(.renamed, "b/y.o", oldPath: "a/y.o", similarity: 60, isBinary: true),
      ]),
    .flagged(
      "a picture outside the allowed paths", as: .warning, values: ["allow": .text("docs/**")],
      files: [FileChange(.added, "Sources/logo.png", isBinary: true, oldMode: nil)]),
    .flagged(
      "a changed binary file", as: .warning, values: ["changed": .boolean(true)],
      files: [FileChange(.modified, "a.bin", isBinary: true)]),
  ]

  private let options: RuleOptions
  private let allowed: FileSelection
  /// Whether `allowed` ignores case, because cameras and Windows write extensions in capitals.
  private let ignoresCase: Bool

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    allowed = options.globs("allow", default: Self.usual)
    ignoresCase = !options.has("allow")
  }

  package var id: String { options.id }

  /// Xcode and Windows write text files in UTF-16, which git treats as binary.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter { isBinary($0) && WideText.mayBe($0.path) }.map(\.exactPath))
  }

  package var needsWholeFiles: Bool { false }

  private func isBinary(_ file: FileChange) -> Bool {
    file.isBinary && file.status != .deleted && options.scope.contains(file) && !allows(file.path)
  }

  private func allows(_ path: String) -> Bool {
    allowed.contains(path) || ignoresCase && allowed.contains(path.lowercased())
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    changes.files.filter { file in
      guard isBinary(file) else { return false }
      let contents = WideText.mayBe(file.path) ? facts.contents[file.exactPath] : nil
      if contents?.new.map(WideText.isOne) == true { return false }
      return options.flag("changed") || isNew(file)
        || contents?.old.map(WideText.isOne) == true
    }.map { file in
      options.finding(
        "is a binary file", at: SourceLocation(file.path),
        help: "Remove it, build it where it is needed, or store it in Git LFS.")
    }
  }

  /// Whether a file counts as new: also a file that was text, that replaces a link, that moves out
  /// of a path where it was allowed, or whose content and extension change.
  private func isNew(_ file: FileChange) -> Bool {
    if file.wasText == true { return true }
    guard let oldPath = file.oldPath else { return file.status == .added || file.replacesLink }
    return allows(oldPath) || !options.scope.contains(FileChange(.modified, oldPath))
      || file.similarity != 100 && Self.fileExtension(oldPath) != Self.fileExtension(file.path)
  }

  private static func fileExtension(_ path: String) -> Substring? {
    let name = path.lastPathName
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] }
  }
}

/// Text in UTF-16, as Xcode and Windows write it.
private enum WideText {
  private static let endings: Set<String> = [
    ".csv", ".inf", ".ini", ".rc", ".reg", ".strings", ".txt", ".xml",
  ]

  static func mayBe(_ path: String) -> Bool {
    let name = path.lastPathName
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(name[dot...].lowercased())
  }

  /// Whether bytes begin with a UTF-16 byte order mark and contain only valid text.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    guard bytes.count.isMultiple(of: 2), bytes.count > 2 else { return false }
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return false }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: (0x09...0x0D).contains(scalar.value)
      case .unassigned, .privateUse: false
      default: true
      }
    }
  }
}
