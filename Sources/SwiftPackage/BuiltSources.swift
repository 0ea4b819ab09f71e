package import FileSystem

/// The sources of a product: the content of every source file at the time of the build.
///
///     devtool.built-sources/1
///     product  <time> <size>
///     source   <stamp> <hash> <path>
///
/// A file whose stamp matches the record is not read again.
package struct BuiltSources: Hashable {
  private static let version = "devtool.built-sources/1"

  package struct Product: Hashable {
    package var modified: FileTime
    /// In bytes.
    package var size: Int
  }

  package struct Source: Hashable {
    package var stamp: FileStamp
    /// SHA-256 of the content; `nil` when the file was written during the build, so that the
    /// product may contain either version.
    package var digest: String?
  }

  /// The linked files, in the order in which they were given.
  package var products: [Product]
  /// Sources by path relative to the package root; absolute in packages outside of it.
  package var sources: [String: Source] = [:]

  init(products: [Product]) { self.products = products }

  // MARK: Text

  package var bytes: [UInt8] {
    var text = "\(Self.version)\n"
    for product in products {
      text += TextFields.line("product", product.modified.text, String(product.size))
    }
    for (path, source) in sources.sorted(by: { $0.key.isBefore($1.key) }) {
      text += TextFields.line("source", source.stamp.text, source.digest ?? "", path)
    }
    return Array(text.utf8)
  }

  /// `nil` when the text is of another version.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    let end = UInt8(ascii: "\n")
    guard rest.removeFirst(through: end).elementsEqual(Self.version.utf8) else { return nil }
    products = []
    while !rest.isEmpty {
      let fields = TextFields.fields(rest.removeFirst(through: end))
      switch (fields[0], fields.count) {
      case ("product", 3):
        guard let time = FileTime(fields[1]), let size = Int(fields[2]) else { return nil }
        products.append(Product(modified: time, size: size))
      case ("source", 4):
        guard let stamp = FileStamp(ArraySlice(fields[1].utf8)) else { return nil }
        sources[fields[3]] = Source(stamp: stamp, digest: fields[2].isEmpty ? nil : fields[2])
      default: return nil
      }
    }
  }
}

extension BuiltSources {
  /// Finds the files that a package is built from: its manifests, and all files in the folders of
  /// its targets and of the local packages that it uses in place.
  package struct Search: Hashable {
    /// The absolute path of the package root.
    package var packageRoot: String
    /// Folders relative to the package root, or absolute; no folder contains another, except for
    /// links.
    private var places: [String]

    /// - Parameters:
    ///   - targets: The folders of targets, relative to the package root.
    ///   - packages: The absolute paths of the local packages that it uses in place.
    package init(packageRoot: String, targets: [String], packages: [String] = []) {
      self.packageRoot = packageRoot
      var folders = Set(["Sources", "Tests", "Plugins"] + targets.map { $0.isEmpty ? "." : $0 })
      for package in packages {
        let inside = package.hasPrefix(packageRoot + "/")
        folders.insert(inside ? String(package.dropFirst(packageRoot.count + 1)) : package)
      }
      let root = packageRoot
      places = folders.filter { folder in
        // The search does not follow such a link from outside, so the link is listed itself.
        Self.isLink(folder.hasPrefix("/") ? folder : "\(root)/\(folder)", below: root)
          || !folders.contains { $0 != folder && ($0 == "." || folder.hasPrefix($0 + "/")) }
      }.sorted()
    }

    package init(_ package: BuiltPackage, packageRoot: String) {
      self.init(
        packageRoot: packageRoot, targets: package.description.targets.map(\.path),
        // Without local dependencies, SwiftPM's state need not be read.
        packages: package.description.localDependencies.isEmpty
          ? []
          : PackageSources(package: packageRoot, scratch: package.products.scratchPath ?? "")
            .usedPackages)
    }

    /// Returns the files and their stamps.
    package func files() -> [String: FileStamp] {
      var files: [String: FileStamp] = [:]
      for name in folderContents(packageRoot)
      where name == "Package.swift" || name.hasPrefix("Package@swift-") {
        files[name] = FileStamp(path: "\(packageRoot)/\(name)")
      }
      var linked: Set<String> = []
      for place in places { collect(place, isNamed: true, &files, &linked) }
      return files
    }

    func fullPath(_ path: String) -> String {
      path.hasPrefix("/") ? path : "\(packageRoot)/\(path)"
    }

    /// Whether the folder, or one of its parents inside the package, is a link.
    private static func isLink(_ path: String, below root: String) -> Bool {
      var path = path
      while path.path(below: root) != nil {
        if FileStatus(path, followsLink: false)?.isLink == true { return true }
        path = path.parentFolder
      }
      return false
    }

    /// - Parameter linked: The folders of the package that were reached through links.
    private func collect(
      _ path: String, isNamed: Bool, _ files: inout [String: FileStamp],
      _ linked: inout Set<String>
    ) {
      let full = fullPath(path)
      guard let found = FileStatus(full, followsLink: false),
        let status = found.isLink ? FileStatus(full) : found
      else { return }
      guard status.isFolder else {
        files[path] = FileStamp(status)
        return
      }
      if found.isLink, !isNamed {
        guard let target = followed(full), linked.insert(target).inserted else { return }
      }
      // Documentation is not part of a product.
      for name in folderContents(full) where !name.hasPrefix(".") && !name.hasSuffix(".docc") {
        collect(path == "." ? name : "\(path)/\(name)", isNamed: false, &files, &linked)
      }
    }

    /// The folder of the package that a link leads to; `nil` for a link out of the package, whose
    /// target can be anything, and for a link to a parent folder, which would never end.
    private func followed(_ link: String) -> String? {
      guard let root = realPath(packageRoot), let target = realPath(link),
        let parent = realPath(String(link.prefix(upTo: link.lastIndex(of: "/") ?? link.endIndex)))
      else { return nil }
      guard target.hasPrefix(root + "/"), !target.dropFirst(root.count).contains("/."),
        !(parent + "/").hasPrefix(target + "/")
      else { return nil }
      // A folder that is searched anyway needs no second name.
      let isFound = places.contains { place in
        let folder = place.hasPrefix("/") ? place : "\(root)/\(place)"
        return (target + "/").hasPrefix(folder + "/") || folder.hasPrefix(target + "/")
      }
      return isFound ? nil : target
    }
  }
}
