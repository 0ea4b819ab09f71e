import CIModel
import FileSystem

@testable import CoverageByTest
@testable import PipelineRunner
@testable import StepCache

/// Reads what a cache, on a server or in the checkout, says of earlier runs; what was read can be
/// written and read again.
let remoteTarget = FuzzTarget(name: "remote") { input throws(Contradiction) in
  let bytes = Array(input)
  if let result = try? ActionResult(bytes) {
    for digest in result.files.map(\.digest) + [result.standardOutput].compactMap({ $0 }) {
      try expect(
        BuildManifest.isDigest(digest.hash) && digest.size >= 0, "a content has no digest")
    }
    try expect((try? ActionResult(result.bytes)) == result, "the result is another one")
  }
  if let entry = StepStore.Entry(text: bytes[...]) {
    try expect(
      StepStore.Entry(text: Array(entry.text.utf8)[...]) == entry,
      "the step's result is another one")
  }
  // The hash in the last line would keep nearly all inputs away.
  let sealed = SealedText.bytes(String(decoding: bytes, as: UTF8.self))
  if let manifest = BuildManifest(sealed) {
    let paths = manifest.chunks.flatMap { $0.files.map(\.path) } + manifest.folders.map(\.path)
    try expect(paths.allSatisfy(BuildManifest.isInside), "a file lies outside of the folder")
    _ = (manifest.size, manifest.fileCount)
    try expect(BuildManifest(manifest.bytes) == manifest, "the build folder is another one")
  }
  if let record = BuildRecord(sealed) {
    try expect(BuildRecord(record.bytes) == record, "the build record is another one")
  }
  let fingerprint = StepFingerprint(text: String(decoding: bytes, as: UTF8.self))
  try expect(
    fingerprint.differences(from: StepFingerprint(text: fingerprint.text)) == [],
    "a fingerprint differs from itself")
  if let lines = TestLines(encoded: bytes) {
    try expect(TestLines(encoded: lines.encoded()) == lines, "the lines of tests are others")
  }
}
