import CIModel
import FileSystem
import Reporters
import RunExchange

@testable import RunStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what claims to be a bundle, and makes its pages: the input as it is, and its parts as files of an archive
/// whose headers and list are right.
let bundleTarget = FuzzTarget(name: "bundle") { input throws(Contradiction) in
  try checkBundle(Array(input))
  try checkBundle(archive(of: String(decoding: input, as: UTF8.self)))
}

private func checkBundle(_ bytes: [UInt8]) throws(Contradiction) {
  let path = "/tmp/devtool-fuzz-bundle-\(getpid()).tar"
  defer { removeFile(path) }
  guard (try? writeFile(path, bytes)) != nil, let bundle = (try? RunBundle.open(path)) ?? nil
  else { return }
  let record = bundle.record
  let report = HTMLReport(
    record, sources: bundle.sources, files: bundle.files, diff: bundle.diff)
  var names: Set<String> = []
  var problem: String?
  report.writeFolder { name, _ in
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isHarmless = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\\:<>\"|?*".utf8.contains($0) }
    }
    if !isHarmless { problem = "a page is called \(name)" }
    names.insert(name)
  }
  if let problem { throw Contradiction(problem) }
  try expect(names.contains("index.html"), "there is no first page")
  for step in record.steps {
    try expect(bundle.log(of: step.id) == bundle.log(of: step.id), "a log is read in two ways")
  }
  for file in record.attachmentFiles {
    try expect(TestAttachment.isFileName(file), "an attachment is called \(file)")
    _ = bundle.attachment(file)
  }
}

/// An archive of what stands below lines such as `%%% logs/a.log`, each with a step or a path behind a tab.
private func archive(of text: String) -> [UInt8] {
  var manifest = BundleManifest(devtoolVersion: "1", run: "1")
  var files: [(name: String, bytes: [UInt8])] = []
  for part in text.split(separator: "%%% ").prefix(50) {
    let head = part.prefix { $0 != "\n" }.split(separator: "\t", maxSplits: 1)
    guard let name = head.first.map(String.init), name.utf8.count <= 100 else { continue }
    let bytes = Array(part.drop { $0 != "\n" }.dropFirst().utf8)
    var entry = BundleManifest.Entry(name: name, size: bytes.count)
    if name.hasPrefix("logs/") { entry.step = head.dropFirst().first.map(String.init) }
    if name.hasPrefix("sources/") { entry.path = head.dropFirst().first.map(String.init) }
    manifest.entries.append(entry)
    files.append((name, bytes))
  }
  files.insert((BundleManifest.name, JSONText.bytes(manifest)), at: 0)
  var archive: [UInt8] = []
  for (name, bytes) in files {
    archive += TarHeader(name: name, size: bytes.count).block(time: 0) + bytes
    archive += [UInt8](repeating: 0, count: TarHeader.padded(bytes.count) - bytes.count)
  }
  return archive + [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)
}
