import CIModel
import LogParsing
import Testing

/// What the event stream says of values that tests attach. The lines are those of Swift 6.3.1, for
/// `--event-stream-version 0` and `6.3`.
@Suite struct EventStreamAttachmentTests {
  private static let test = #"""
    {"kind":"test","payload":{"id":"STests.A\/three(_:)\/T.swift:6:4","isParameterized":true,"kind":"function","name":"three(_:)","sourceLocation":{"column":4,"fileID":"STests\/T.swift","line":6}},"version":"6.3.0"}
    """#

  @Test(arguments: [
    (
      #"""
      {"kind":"event","payload":{"attachment":{"path":"\/tmp\/a\/note-2ywdr8nq927db.txt"},"instant":{"absolute":60863.480202914,"since1970":1795659727.5071497},"kind":"valueAttached","messages":[{"symbol":"_attachment","text":"Attached 'note.txt' to three(_:)."},{"symbol":"details","text":"Written to '\/tmp\/a\/note-2ywdr8nq927db.txt'."}],"testID":"STests.A\/three(_:)\/T.swift:6:4"},"version":"6.3.0"}
      """#, "note.txt", "/tmp/a/note-2ywdr8nq927db.txt"
    ),
    (
      #"""
      {"kind":"event","payload":{"_sourceLocation":{"_filePath":"\/T.swift","column":22,"fileID":"STests\/T.swift","line":9},"attachment":{"_preferredName":"..\/..\/evil' to name.png","path":"\/tmp\/a\/untitled"},"instant":{"absolute":60863.513672896,"since1970":1795659727.5406199},"kind":"valueAttached","messages":[{"symbol":"_attachment","text":"Attached '..\/..\/evil' to name.png' to three(_:)."}],"testID":"STests.A\/three(_:)\/T.swift:6:4"},"version":0}
      """#, "../../evil' to name.png", "/tmp/a/untitled"
    ),
    (
      #"""
      {"kind":"event","payload":{"attachment":{"path":"\/tmp\/a\/x"},"kind":"valueAttached","messages":[{"symbol":"_attachment","text":"Attached 'a' to 'b' to three(_:)."}],"testID":"STests.A\/three(_:)\/T.swift:6:4"},"version":"6.3.0"}
      """#, "a' to 'b", "/tmp/a/x"
    ),
    (
      #"{"kind":"event","payload":{"attachment":{"path":"\/x"},"kind":"valueAttached","testID":"STests.A\/three(_:)\/T.swift:6:4"},"version":"6.5.0"}"#,
      nil, "/x"
    ),
    // Without a folder to write to, in no test, in none that is listed.
    (
      #"{"kind":"event","payload":{"attachment":{},"kind":"valueAttached","testID":"STests.A\/three(_:)\/T.swift:6:4"},"version":"6.3.0"}"#,
      nil, nil
    ),
    (
      #"{"kind":"event","payload":{"attachment":{"path":"\/x"},"kind":"valueAttached"},"version":"6.3.0"}"#,
      nil, nil
    ),
    (
      #"{"kind":"event","payload":{"attachment":{"path":"\/x"},"kind":"valueAttached","testID":"B"},"version":"6.3.0"}"#,
      nil, nil
    ),
  ])
  func tells(line: String, name: String?, path: String?) {
    var reader = EventStreamReader(root: nil)
    "\(Self.test)\n\(line)\n".utf8.withContiguousStorageIfAvailable {
      reader.read(UnsafeRawBufferPointer($0))
    }
    let attached = path.map {
      EventStreamReader.Attached(testID: "STests.A/three(_:)", name: name, path: $0)
    }
    #expect(reader.takeAttached() == (attached.map { [$0] } ?? []))
    #expect(reader.takeAttached() == [])
    #expect(reader.finish().lines.unrecognized == 0)
  }
}
