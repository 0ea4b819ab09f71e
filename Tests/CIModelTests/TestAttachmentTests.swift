import CIModel
import TestSupport
import Testing

/// What is kept of files that tests attach.
@Suite struct TestAttachmentTests {
  private static let digest = String(repeating: "0a", count: 32)

  @Test(arguments: [
    ("a.txt", Array("plain\tword\u{1B}[1m\n".utf8), TestAttachment.ContentType.text),
    ("a", [], .text), ("Ünicode", Array("ü".utf8), .text),
    ("value.JSON", Array("{}".utf8), .json), ("value.json", [0xFF, 0x00], .other),
    ("page.html", Array("<script>alert(1)</script>".utf8), .text),
    ("image.svg", Array("<svg onload=\"alert(1)\"/>".utf8), .text),
    ("lies.txt", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], .png),
    ("lies.png", Array("<html>".utf8), .text), ("a.png", [0x89, 0x50], .other),
    ("a", [0xFF, 0xD8, 0xFF, 0xE0], .jpeg), ("a", Array("GIF89a..".utf8), .gif),
    ("a", Array("RIFF....WEBPVP8 ".utf8), .webp), ("a", Array("RIFF...\0WAVE".utf8), .other),
    ("utf16.txt", [0xFF, 0xFE, 0x41, 0x00], .other), ("cut.txt", [0xC3], .other),
  ])
  func contentSaysWhatItIs(name: String, bytes: [UInt8], type: TestAttachment.ContentType) {
    #expect(TestAttachment.ContentType(of: bytes, name: name) == type)
  }

  @Test func namesOfFilesAreOursAlone() {
    var attachment = TestAttachment("a", .attached, .png, size: 1, digest: Self.digest)
    #expect(attachment.fileName == "\(Self.digest).png")
    for path in [
      nil, "", "attachments/", "attachments/../record.json", "attachments/\(Self.digest)",
      "attachments/\(Self.digest).html", "attachments/\(Self.digest).txt",
      "attachments/\(Self.digest).png.png", "attachments/x/\(Self.digest).png",
      "attachments/\(Self.digest.uppercased()).png", "/etc/\(Self.digest).png",
      "attachments/\(Self.digest)0.png",
    ] {
      attachment.path = path
      #expect(attachment.fileName == nil, "\(path ?? "nil")")
    }
    #expect(TestAttachment("a", .attached, size: 1, leftOut: "no").fileName == nil)
  }

  @Test func failedTestsComeFirstAndEachFileOnce() {
    func attachment(_ digit: Character) -> TestAttachment {
      TestAttachment("a", .attached, .text, size: 1, digest: String(repeating: digit, count: 64))
    }
    var passed = TestCase(name: "p", framework: .xctest, function: "p", outcome: .passed)
    passed.attachments = [attachment("1"), attachment("2")]
    var failed = TestCase(name: "f", framework: .xctest, function: "f", outcome: .failed)
    failed.attachments = [attachment("2")]
    failed.attempts = [
      TestAttempt(
        number: 1, outcome: .failed, durationSeconds: nil, issues: [], output: "",
        attachments: [attachment("3"), attachment("2")])
    ]
    #expect(failed.allAttachments.count == 2)
    var record = RunRecord.sample(.failed)
    record.tests = [passed, failed]
    #expect(record.attachmentFiles.map { $0.prefix(1) } == ["2", "3", "1"])
  }
}
