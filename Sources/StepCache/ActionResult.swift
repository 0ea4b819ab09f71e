/// The result of an action: the fields of `ActionResult` in the Remote Execution API, version 2,
/// that devtool uses.
///
/// Source: build/bazel/remote/execution/v2/remote_execution.proto in bazelbuild/remote-apis.
/// Servers such as bazel-remote check that the contents exist that a result names.
struct ActionResult: Hashable, Sendable {
  struct Digest: Hashable, Sendable {
    /// SHA-256 in lower-case hexadecimal.
    var hash: String
    /// In bytes.
    var size: Int64
  }

  struct File: Hashable, Sendable {
    var path: String
    var digest: Digest
    var isExecutable = false
  }

  var files: [File] = []
  var exitCode: Int32 = 0
  var standardOutput: Digest?
  /// The signature of the result: its kind, its action and its run (`sign`).
  var worker = ""
  /// The duration of the action in nanoseconds.
  var nanoseconds: Int64 = 0

  // MARK: Signature

  /// Records the kind of the result, its action, and the run that produced it: no other program
  /// writes this, and one result cannot be mistaken for another.
  mutating func sign(as kind: String, _ key: String, run: String) {
    worker = "\(kind) \(key) \(run)"
  }

  /// The run that produced this result of an action; `nil` when the signature does not match.
  func runID(of kind: String, _ key: String) -> String? {
    let words = worker.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == kind, words[1] == key else { return nil }
    return String(words[2])
  }

  /// Whether the total size of all contents is at most a number of bytes.
  func isSmaller(than limit: Int) -> Bool {
    var rest = Int64(limit)
    for digest in files.map(\.digest) + [standardOutput].compactMap({ $0 }) {
      if digest.size > rest { return false }
      rest -= digest.size
    }
    return true
  }

  // MARK: Encoding

  var bytes: [UInt8] {
    var writer = ProtobufWriter()
    for file in files {
      writer.message(2) { writer in
        writer.text(1, file.path)
        writer.message(2) { file.digest.write(to: &$0) }
        writer.integer(4, file.isExecutable ? 1 : 0)
      }
    }
    writer.integer(4, Int64(exitCode))
    if let standardOutput { writer.message(6) { standardOutput.write(to: &$0) } }
    if !worker.isEmpty || nanoseconds != 0 {
      writer.message(9) { writer in
        writer.text(1, worker)
        if nanoseconds != 0 {
          writer.message(12) { writer in
            writer.integer(1, nanoseconds / 1_000_000_000)
            writer.integer(2, nanoseconds % 1_000_000_000)
          }
        }
      }
    }
    return writer.bytes
  }

  // MARK: Decoding

  init() {}

  /// Decodes a message. Unknown fields are ignored.
  /// - Throws: When the message is malformed, or a digest is not a SHA-256.
  init(_ bytes: [UInt8]) throws(ProtobufReader.Malformed) {
    var reader = ProtobufReader(bytes[...])
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (2, .data(let data)): files.append(try File(data))
      case (4, .integer(let code)): exitCode = Int32(truncatingIfNeeded: code)
      case (6, .data(let data)): standardOutput = try Digest(data)
      case (9, .data(let data)): try readMetadata(data)
      default: continue
      }
    }
  }

  private mutating func readMetadata(_ data: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) {
    var reader = ProtobufReader(data)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .data(let name)): worker = String(decoding: name, as: UTF8.self)
      case (12, .data(let duration)):
        var reader = ProtobufReader(duration)
        var parts: [Int: Int64] = [:]
        while let (field, value) = try reader.next() {
          if case .integer(let number) = value { parts[field] = Int64(bitPattern: number) }
        }
        // Durations are limited to a year, because the message may be forged.
        let seconds = min(max(parts[1] ?? 0, 0), 31_536_000)
        nanoseconds = seconds * 1_000_000_000 + min(max(parts[2] ?? 0, 0), 999_999_999)
      default: continue
      }
    }
  }
}

extension ActionResult.Digest {
  fileprivate func write(to writer: inout ProtobufWriter) {
    writer.text(1, hash)
    writer.integer(2, size)
  }

  fileprivate init(_ data: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) {
    var reader = ProtobufReader(data)
    self.init(hash: "", size: 0)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .data(let text)): hash = String(decoding: text, as: UTF8.self)
      case (2, .integer(let number)): size = Int64(bitPattern: number)
      default: continue
      }
    }
    // The hash becomes part of a path.
    guard BuildManifest.isDigest(hash), size >= 0 else { throw ProtobufReader.Malformed() }
  }
}

extension ActionResult.File {
  fileprivate init(_ data: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) {
    var reader = ProtobufReader(data)
    var digest: ActionResult.Digest?
    var path = ""
    var isExecutable = false
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .data(let text)): path = String(decoding: text, as: UTF8.self)
      case (2, .data(let data)): digest = try ActionResult.Digest(data)
      case (4, .integer(let number)): isExecutable = number != 0
      default: continue
      }
    }
    guard let digest, !path.isEmpty else { throw ProtobufReader.Malformed() }
    self.init(path: path, digest: digest, isExecutable: isExecutable)
  }
}
