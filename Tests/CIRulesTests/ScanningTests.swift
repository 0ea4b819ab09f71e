import CIModel
import Foundation
import Testing

@testable import CIRules

struct ScanningTests {
  @Test(arguments: [
    ("aaa", "aa", [0, 1]), ("abcabc", "abc", [0, 3]), ("abc", "abcd", []), ("", "a", []),
    ("x -----BEGIN y", "-----BEGIN", [2]), ("ab", "b", [1]), ("TODO", "TODO", [0]),
    ("é fit( e\u{301}", "fit(", [3]),
  ])
  func bytes(haystack: String, needle: String, expected: [Int]) {
    #expect(offsets(of: Array(needle.utf8), in: Array(haystack.utf8)) == expected)
  }

  private func offsets(of needle: [UInt8], in haystack: [UInt8]) -> [Int] {
    haystack.withUnsafeBytes { haystack in
      var offsets: [Int] = []
      while let offset = ByteSearch.firstOffset(
        of: needle, in: haystack, from: offsets.last.map { $0 + 1 } ?? 0)
      {
        offsets.append(offset)
      }
      return offsets
    }
  }

  /// Each line once, however often it holds the text.
  @Test(arguments: [("aXXaX", [0]), ("X", [0]), ("aX\r\n\nX\nb\nXX", [0, 2, 4]), ("a\nb", [])])
  func linesThatHoldAText(text: String, lines: [Int]) {
    var added = AddedText(path: "a")
    let all = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in all.enumerated() {
      (Array(line) + [0x0A]).withUnsafeBytes { added.append($0, number: number + 1) }
    }
    #expect(
      added.lines(where: { ByteSearch.firstOffset(of: [0x58], in: $0, from: $1) }) == lines)
  }

  /// Against the obvious way, on many small cases.
  @Test func bytesAreFoundLikeOneByOne() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    for _ in 0..<2000 {
      let haystack = (0..<next(24)).map { _ in UInt8(97 + next(3)) }
      let needle = (0..<(1 + next(4))).map { _ in UInt8(97 + next(3)) }
      let expected = haystack.indices.filter { haystack[$0...].starts(with: needle) }
      #expect(offsets(of: needle, in: haystack) == expected, "\(needle) in \(haystack)")
    }
  }

  @Test func addedTextKnowsItsLines() {
    var text = AddedText(path: "a")
    for (line, number) in [("one\r\n", 1), ("", 4), ("three", 5), ("\n", 9)] {
      Array(line.utf8).withUnsafeBytes { text.append($0, number: number) }
    }
    #expect(text.lines.map(\.text) == ["one", "", "three", ""])
    #expect(text.numbers == [1, 4, 5, 9])
    #expect(String(decoding: text.bytes, as: UTF8.self) == "one\n\nthree\n\n")
    #expect(
      (0..<text.bytes.count).map { text.line(atOffset: $0) } == [
        0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 3,
      ])
    #expect(AddedText(path: "a", lines: text.lines) == text)
    var facts = Facts()
    facts.addedLines = [
      AddedLine("b", line: 2, text: "x"), AddedLine("a", line: 7, text: "y"),
      AddedLine("a", line: 1, text: "z"),
    ]
    #expect(facts.addedText.map(\.path) == ["a", "b"])
    #expect(facts.addedLines.map(\.text) == ["z", "y", "x"])
  }

  @Test(arguments: [
    ("let a = 1 // TODO", "TODO", "a.swift", SourceLine.Part.comment),
    ("let a = \"// TODO\"", "TODO", "a.swift", .string),
    ("let a = \"\\\" // \" + TODO", "TODO", "a.swift", .code),
    ("/* x */ TODO", "TODO", "a.swift", .code), ("/* x TODO */", "TODO", "a.swift", .comment),
    (" * TODO", "TODO", "a.c", .comment), ("/// TODO", "///", "a.swift", .comment),
    ("a # TODO", "TODO", "a.sh", .comment), ("a '# TODO'", "TODO", "a.py", .string),
    ("a // TODO", "TODO", "a.py", .code), ("# TODO", "TODO", "a.md", .code),
    ("# TODO", "TODO", "Gemfile", .comment), ("#if TODO", "TODO", "a.swift", .code),
    ("url = \"http://x\" // TODO", "TODO", "a.swift", .comment),
    ("x // TODO", "TODO", "a.ipp", .comment), ("x // TODO", "TODO", "a.inl", .comment),
    ("x // TODO", "TODO", "a.inc", .comment), ("x // TODO", "TODO", "a.mts", .comment),
    ("x // TODO", "TODO", "a.mjs", .comment), ("x // TODO", "TODO", "a.cppm", .comment),
    ("*/ TODO", "TODO", "a.swift", .code), (" * TODO */ x", "TODO", "a.swift", .comment),
    ("  \"\"\"; TODO", "TODO", "a.swift", .code), ("f(#\"\\\"#, TODO)", "TODO", "a.swift", .code),
    ("\"\\(f(\"a\"))\" + TODO", "TODO", "a.swift", .code), ("/\"/; TODO", "TODO", "a.swift", .code),
  ])
  func partsOfALine(line: String, word: String, path: String, expected: SourceLine.Part) throws {
    let bytes = Array(line.utf8)
    let offset = try #require(
      bytes.withUnsafeBytes { ByteSearch.firstOffset(of: Array(word.utf8), in: $0, from: 0) })
    let source = SourceLine(bytes[...], SourceLine.Language(path: path))
    #expect(source.part(at: offset) == expected)
    #expect(source.part(at: offset) == expected)
  }

  /// What an earlier line has begun may end here.
  @Test(
    arguments: [
      ("x \" */ TODO", "a.swift", [.string, .code]), ("// x */ TODO", "a.c", [.comment, .code]),
      ("/* /* x */ TODO */", "a.swift", [.comment]),
      ("f(\"**/*.swift\") // TODO", "a.swift", [.comment, .string]),
    ] as [(String, String, [SourceLine.Part])])
  func partsThatALineMayHave(line: String, path: String, expected: [SourceLine.Part]) throws {
    let bytes = Array(line.utf8)
    let offset = try #require(
      bytes.withUnsafeBytes { ByteSearch.firstOffset(of: Array("TODO".utf8), in: $0, from: 0) })
    let source = SourceLine(bytes[...], SourceLine.Language(path: path))
    for part in [SourceLine.Part.code, .comment, .string] {
      #expect(source.mayBe(part, at: offset) == expected.contains(part))
    }
  }

  /// In a property list or a database a token may follow a letter: its length, or another column.
  @Test(arguments: [
    ("\0_\u{10}E", "SG.", ".", true), ("\0_\u{11}\u{1}E", "AI" + "za", "", true),
    ("\0_\u{10}Q", "h" + "f_", "", true), ("\0key", "gh" + "p_", "", true),
    ("key", "gh" + "p_", "", false), ("\0key", "AI" + "za", "", true),
    ("\0key", "AI" + "za", "aaaa", false),
    ("\0key", "h" + "f_", "aaaa", false), ("_E", "gh" + "p_", "", false),
  ])
  func tokensInData(before: String, prefix: String, behind: String, isFound: Bool) {
    let letters = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSq7Ke4Tz8uD2wX6"
    let run =
      switch prefix {
      case "SG.": letters.prefix(22) + "." + letters.prefix(43)
      case "gh" + "p_": letters.prefix(36)
      case "h" + "f_": letters.prefix(34)
      default: letters.prefix(35)
      }
    let bytes = Array((before + prefix + run + behind + "\0x").utf8)
    let text = Array(bytes.dropLast(2))
    let isData = before.contains("\0")
    let found = (isData ? bytes : text).withUnsafeBytes { SecretScanner().occurs(in: $0) }
    #expect(found == isFound)
  }

  /// A token of each shape, made up here so that no scanner finds one in this file.
  @Test func everyShapeIsFoundAndNeverPrinted() throws {
    let letters = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dS"
    let upper = "QZ3RVB7XK2MWT5YPQZ3R"
    // The header of an indented token has to be JSON; see `headersOfTokens`.
    for shape in TokenShape.all where !shape.isIndented {
      let prefix = String(decoding: shape.prefix, as: UTF8.self)
      let run: String
      switch prefix {
      case "ABIA", "ACCA", "AKIA", "ASIA": run = String(upper.prefix(16))
      case "AccountKey=", "accountkey=":
        run = String(String(repeating: letters, count: 3).prefix(86)) + "=="
      case "doo_v1_", "dop_v1_", "dor_v1_":
        run = String(String(repeating: "0f3a9c5e7b2d8461", count: 4).prefix(64))
      case "shpat_", "shpca_", "shppa_", "shpss_", "shptka_", "shpua_":
        run = "0f3a9c5e7b2d84610f3a9c5e7b2d8461"
      case "CXs", "Cns", "DXs", "IHs", "ew0", "ewk", "ewo", "eyA", "eyJ":
        run = letters + "." + letters + "." + letters
      case "SG.": run = String(letters.prefix(22)) + "." + String((letters + letters).prefix(43))
      case "+ABa", "+AMC", "+ASt", "ACDb", "APIM", "AzFu": run = String(letters.prefix(6)) + "=="
      case "+AEh", "+ARm", "+ASb", "AIoT", "AZEG", "AzCa": run = String(letters.prefix(6)) + "="
      case "+ACR", "AzSe": run = String(letters.prefix(6))
      case "1//0": run = letters + letters
      case "AZDO": run = String(letters.prefix(4))
      case "JQQJ99": run = String(letters.prefix(26))
      case "AIza": run = String((letters + letters).prefix(35))
      case "GOCSPX-": run = String(letters.prefix(28))
      case let hook where hook.hasPrefix("hooks.slack"):
        run = "T0AB12CD3/B0EF45GH6/" + String(letters.prefix(24))
      case "npm_", "gho_", "ghp_", "ghr_", "ghs_", "ghu_", "hf_":
        run = String((letters + letters).prefix(36))
      case "ABSK", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3Mu":
        run = String(String(repeating: letters, count: 4).prefix(120)) + "="
      case "sk-", "sk-None-":
        run = String(letters.prefix(20)) + "T3Blbk" + "FJ" + String(letters.prefix(20))
      case "xoxd-": run = "k%2B" + String(letters.prefix(20)) + "%2F" + letters + "%3D"
      case "SWMKEY-1-": run = letters + letters
      case "SWMTKN-1-": run = letters + letters + "-" + String(letters.prefix(25))
      case "sk-ant-": run = String(String(repeating: letters, count: 3).prefix(90))
      case "7Q~", "8Q~": run = String((letters + "~." + letters).prefix(34))
      default: run = String(String(repeating: letters, count: 2).prefix(52))
      }
      let token = String(repeating: letters, count: 3).prefix(shape.lead) + prefix + run
      var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
      facts.addedLines = [AddedLine("a", line: 3, text: "  key = \"\(token)\";")]
      let findings = RuleSet(settings: [RuleSettings(id: "secrets")], includesDefaults: false)
        .findings(in: facts)
      #expect(findings.count == 1, "\(shape.name) \(prefix)")
      let finding = try #require(findings.first)
      #expect(finding.message.hasPrefix(shape.name))
      #expect(finding.location == SourceLocation("a", line: 3, column: 10, endLine: 3))
      let text = finding.message + (finding.help ?? "")
      #expect(!text.contains(run.prefix(6)), "\(text)")
    }
  }

  @Test(arguments: [
    ("", true), ("x", false), ("\\n", true), ("\\\\n", true), ("n", false), ("%0A", true),
    ("%0g", true), ("%0x0g", false), ("=0A", true), ("\\x0a", true), ("\\012", true),
    ("\\u000A", true),
    ("\\u00A", false), ("\\U0000000A", true), ("\\u0000000A", false), ("\u{1B}[0m", true),
    ("0m", false), ("]0m", false),
    ("\u{A0}", true), ("\u{201C}", true), ("\u{FF1A}", true), ("\u{200B}", true),
    ("\u{1F511}", true), ("«", true), ("–", true), ("é", true), ("_", true), ("\"", true),
    ("9", false), ("Z", false), ("-u", true), (" -p", true), ("curl -sSu", true), ("\"-P", true),
    ("\\n-p", true), (" /p", true), ("x-u", false), ("--user", false), ("a/p", false),
    (" -abcdefghi", false), ("_-u", false), ("%d", true), ("%5.2f", true), ("%lld", true),
    ("%Y", true), ("% 5", false), ("%dx", false), ("100% x", true), ("\\0012", true),
    ("\\00000a", true), ("\\0000000a", false), ("\u{1B}(B", true), ("\\e(B", true),
    ("\\x1b(B", true), ("\\033(B", true), ("\\034(B", false), ("\u{1B}M", true), ("(B", false),
    ("$1", true), ("$12", true), ("$a", false), ("$123", false),
    ("\\x0020", true), ("\\x00000020", true), ("\\x000000000020", true), ("x0020", false),
    ("\\y0020", false), ("[\"1a", false), ("[1 q", true),
    (String(repeating: "a(", count: 99) + "a", false),
  ])
  func wordsBehindEscapes(before: String, isFound: Bool) {
    let token = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
    let hits = Array((before + token).utf8).withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.count == (isFound ? 1 : 0))
  }

  /// Addresses write signs in another way.
  @Test(arguments: [
    ("https://ada:ghp%5F", "", 1), ("https://ada:g%68p_", "", 1), ("https://ada:ghp%5f", "%20x", 1),
    ("https://ada%3Aghp_", "", 1), ("ghp%255F", "", 0), ("ghp%5", "", 0), ("%5F%5Fghp%5F", "", 1),
    (#"https:\/\/g%68p_"#, #"\/x"#, 1), (#"https:\/\/ghp_"#, #"\/x"#, 1),
    ("%7B%22token%22%3A%22ghp_", "%22%7D", 1), ("%7B%22token%22%3A%22ghp%5F", "%22%7D", 1),
  ])
  func tokensInAddresses(before: String, behind: String, count: Int) {
    let text = Array((before + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW" + behind).utf8)
    let hits = text.withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.count == count)
    #expect(
      hits.allSatisfy {
        text[$0.range].starts(with: "g".utf8) && text[$0.range].last == UInt8(ascii: "W")
      })
  }

  /// Values with signs that JSON and addresses write in another way; the value is the text as it is written.
  @Test(arguments: [
    (
      #"https:\/\/"#, "hooks.slack.com/services/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",
      #"\/"#
    ),
    (
      #"https:\\\/\\\/"#, "hooks.slack.com/services/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",
      #"\\\/"#
    ),
    (
      "https%3A%2F%2F", "hooks.slack.com/services/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",
      "%2F"
    ),
    (
      "",
      "AccountKey=q8ZtLw7vXc2NbM/4kRj9HsPd/6gTyUf1WaEzQo3LiKu5CxVm0BnJ8hYrDp2SgFtGe7AqIw9OsZlXkNcMb1RjHaB",
      "%2F"
    ),
    ("", "xoxd-k/aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dS", "%2F"),
  ])
  func valuesWithSigns(before: String, value: String, slash: String) {
    let written = value.replacing("/", with: slash)
    let text = Array("\(before)\(written)\"".utf8)
    let hits = text.withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.map { String(decoding: text[$0.range], as: UTF8.self) } == [written])
  }

  /// A key of AWS behind its name, with the `\/` of JSON, and one of Azure in a form.
  @Test(arguments: [
    (#"{"aws_secret_access_key":"kQ7\/zR2vB9nM4tYp"# + "L0sXw+3cDfGh6JaKbUe5TiOr\"}", 1),
    (
      "AccountKey%3Dq8ZtLw7vXc2NbMx4kRj9HsPdy6gTyUf1WaEzQo3LiKu5CxVm0BnJ8hYrDp2SgFtGe7AqIw9OsZlXkNcMb1RjHaB%3D%3D",
      1
    ),
    (
      "Endpoint=https://a.azconfig.io;Id=x1;Secret=q8ZtLw7vXc2N"
        + "bMx4kRj9HsPdy6gTyUf1WaEzQo3LiKu", 1
    ),
    ("SharedAccessKey=q8ZtLw7vXc2NbMx4kRj9HsPdy6gTyUf1WaEzQo3LiKu%3D", 1),
    (#"let pattern = /hooks\.slack\.com\/services\/[A-Z0-9]+\/[A-Z0-9]+\/[A-Za-z0-9]+/"#, 0),
    (#"\/\/ % \/%2F%"#, 0), ("aB38Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaB", 1),
    ("aB38Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaBcDeFgH", 0),
    ("8Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaB", 0),
    ("aB38Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaB........ ok", 1),
    ("~~~~aB38Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaB~~~~~~~~", 1),
    ("https://a/aB38Q~dE1fG2hI3jK4lM5nO6pQ7rS8tU9vW0xYzaB.login.microsoftonline.com", 1),
    ("sk_org_some_function_of_an_organization", 0),
  ])
  func keysThatAreWrittenInAnotherWay(text: String, count: Int) {
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == count)
  }

  /// Long texts are decoded in parts; each token is found once, in whichever it begins.
  @Test func escapesAreDecodedInParts() {
    let token = "g%68p_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
    let places = [0, 99_990, 100_050, 199_000, 200_000, 299_950, 400_000]
    var text: [UInt8] = []
    for place in places {
      text += Array(repeating: UInt8(ascii: " "), count: place - text.count) + Array(token.utf8)
    }
    let hits = text.withUnsafeBytes { SecretScanner(window: 100_000).hits(in: $0) }
    #expect(hits.map(\.range) == places.map { $0..<($0 + token.utf8.count) })
  }

  @Test func shapesBeginWithThreeBytes() {
    #expect(TokenShape.all.allSatisfy { $0.prefix.count >= 3 })
  }

  /// A path or an address may follow a key of Azure.
  @Test(arguments: ["", "/container/name", "=x", " x"])
  func storageKeysBeforeOtherText(behind: String) {
    let letters = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dS7mP4tR8vB3nC"
    let key = letters + "+AS" + "tkQ2xW7=="
    let text = Array(("key " + key + behind).utf8)
    let hits = text.withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.map { String(decoding: text[$0.range], as: UTF8.self) } == [key])
  }

  /// The name before a key of AWS tells what it is.
  @Test(arguments: [
    ("aws_secret_access_key = ", "", 1), ("export AWS_SECRET_ACCESS_KEY=", "", 1),
    ("\"SecretAccessKey\": \"", "\"", 1), ("awsSecretAccessKey: String? = \"", "\"", 1),
    ("aws configure set aws_secret_access_key ", "", 1), ("aws.secretKey=", "\n", 1),
    ("<SecretAccessKey>", "</SecretAccessKey>", 1), ("AWS_SECRET_KEY: '", "'", 1),
    ("- name: AWS_SECRET_ACCESS_KEY\n  value: ", "\n", 1),
    ("<key>secret-access-key</key>\n  <string>", "</string>", 1),
    ("aws_secret_access_key = ", "x", 0), ("aws_secret_access_key = x", "", 0),
    ("aws_secret_access_key%3D", "", 1), ("aws_secret_access_key%3D%22", "%22", 1),
    ("aws_secret_access_key=", "/", 1), ("aws_secret_access_key=", "//", 0),
    ("aws_secret_access_key=", "/x", 0), ("aws_secret_access_key=x", "/", 0),
    // An escape or an option before the value.
    (#"printf 'aws_secret_access_key =\t"#, #"\n'"#, 1), (#""aws_secret_key\u003d"#, "/", 1),
    (#"{"aws_secret_access_key": "\u0020"#, "\"}", 1),
    (#"'aws_secret_access_key \e[1m"#, "\\e[0m'", 1),
    (#""aws_secret_access_key \x0020"#, "\"", 1), (#""aws_secret_access_key \x00000020"#, "\"", 1),
    ("aws secret key: -s", "", 1), ("aws secret key: /s", "", 0),
    ("aws secret key: --secret", "", 0), ("aws_secret_access_key=3D", "", 1),
    // Signs around the value.
    ("sed -i 's/@AWS_SECRET_ACCESS_KEY@/", "/g' .env", 1), ("s/AWS_SECRET_ACCESS_KEY/", "/", 1),
    ("s/AWS_SECRET_ACCESS_KEY_HERE/", "/gI", 1), ("s+@AWS_SECRET_ACCESS_KEY@+", "+", 1),
    ("s|@AWS_SECRET_ACCESS_KEY@|", "|g", 1), ("${text/@AWS_SECRET_ACCESS_KEY@/", "}", 1),
    ("aws_secret_access_key: vault/", "/v1", 1), ("aws_secret_access_key: a/b/", "/v1", 0),
    ("aws_secret_access_key: vault/", "", 0), ("aws_secret_access_key: a1b/", "/v1", 0),
    ("aws_secret_access_key: /", "/ab=", 0), ("aws_secret_access_key: /", "/aBcD", 0),
    ("aws_secret_access_key: /", "/a/b", 0), ("aws_secret_access_key: /", "+ab", 0),
    // The text behind several names.
    (String(repeating: "awssecretkey ", count: 40), "", 1), ("awssecretkey. awssecretkey", "", 1),
    ("awssecretkey" + String(repeating: ".", count: 999), "", 1),
    ("awssecretkey" + String(repeating: ".", count: 1_000), "", 0),
    (
      "awssecretkey" + String(repeating: " .", count: 200) + "awssecretkey"
        + String(repeating: ". ", count: 100), "", 1
    ),
    // A shorter name behind another one.
    ("provider \"aws\" {\n  access_key = var.key\n  secret_key = \"", "\"\n}", 1),
    ("{ accessKey: '', secretKey: '", "' }", 1), ("access-key: a\nsecret-key: ", "\n", 1),
    ("AWS\n" + String(repeating: " ", count: 980) + "SECRET_KEY=", "", 1),
    ("AWS\n" + String(repeating: " ", count: 1_000) + "SECRET_KEY=", "", 0),
    ("secret_key = ", "", 0), ("access secret_key = ", "", 0), ("aws secret = ", "", 1),
    ("AWS_SECRET=", "", 1), ("aws_secret: \"", "\"", 1), ("aws_secrets: ", "", 0),
    ("AWS_SECRET_NAME=", "", 0), ("aws.secret.name = ", "", 0),
    ("aws secretive_key = ", "", 0),
    ("secret = ", "", 0), ("access_key = ", "", 0), ("aws_access_key_id = ", "", 0),
    ("success = ", "", 0), ("rows = ", "", 0),
    ("aws_secret_access_key =" + String(repeating: " ", count: 800), "", 1),
    ("aws_secret_access_key" + String(repeating: "=", count: 1_100), "", 0),
    // A run before the value that is too long to be one.
    ("AWS_SECRET_ACCESS_KEY\n  # \(String(repeating: "/", count: 60))\n  value: ", "", 1),
    ("{\"SecretAccessKey\": {\"digest\": \"\(hash)\(hash)\", \"value\": \"", "\"}}", 1),
    ("aws_secret_access_key=\(String(repeating: "/", count: 1_100)) ", "", 0),
    (
      "name: AWS_SECRET_ACCESS_KEY\n  # from the console of the team, see the wiki of the team\n  value: ",
      "", 1
    ),
    (
      #"{"SecretAccessKey": {"type": "String", "description": "key of the uploader", "value": ""#,
      "", 1
    ),
  ])
  func keysBehindTheirName(before: String, behind: String, count: Int) {
    let key = "kQ7/zR2vB9nM4tYp" + "L0sXw+3cDfGh6JaKbUe5TiOr"
    let text = Array((before + key + behind).utf8)
    let hits = text.withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.count == count)
    #expect(hits.allSatisfy { String(decoding: text[$0.range], as: UTF8.self) == key })
    #expect(hits.allSatisfy { $0.shown == 0 && $0.hiddenPart.hasPrefix("…") })
  }

  /// The short name may be far from the word that makes it one, with another key between them.
  @Test func keysBeforeAShortName() {
    let keys = ["AKI" + "A" + "QZ3RVB7XK2MWT5YP", "kQ7/zR2vB9nM4tYp" + "L0sXw+3cDfGh6JaKbUe5TiOr"]
    let text = "aws {\n  access_key = \"\(keys[0])\"\n  secret_key = \"\(keys[1])\"\n}"
    let hits = Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == keys)
    // It is a credential only with that word.
    #expect(hits.last?.evidence.lowerBound == 8)
  }

  /// What stands behind the name and is no key.
  @Test(arguments: [
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY", String(repeating: "x", count: 40),
    "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12", "2FD4E1C67A2D28FCED849EE1BB76E7391B93EB12",
    "configuration2SecretAccessKeyOfTheClient", "Sources/Client2/Credentials/SecretAccess",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "/IAM/latest/UserGuide/credentials/access/SecretAccessKey2/",
    // A digest, and what tools encrypt.
    "sha256-/Qb7eZR2vB9nM4tYpL0sXw3cDfGh6JaKbUe5TiOrQwx/=",
    #"ENC[AES256_GCM,data:/9Kc2tVd5XwqPz7LmRb4YhJ1nGfS8uAeZoQ3iTyD/Ck=,iv:/p=]"#,
    "AgBy8hKc2tVd5XwqPz7LmRb4YhJ1nGfS8uAeZoQ3iTyD6CkpQb7eZR2vB9nM4tYpL0sXw3cDfGh6JaKbUe5TiOr",
  ])
  func otherTextBehindTheNameOfAKey(text: String) {
    let bytes = Array("aws_secret_access_key = \"\(text)\"".utf8)
    #expect(bytes.withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
  }

  private static let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"

  /// What an address grants, wherever its signature stands in it.
  @Test(arguments: [
    ("?sv=2022-11-02&sp=r&s|ig=", "%3D", 1), ("?s|ig=", "%3d&se=2026-01-01", 1),
    ("?sp=%2Ftriggers%2Frun&sv=1.0&s|ig=", "", 1), ("?sp=r&amp;s|ig=", "=\"", 1),
    ("?sp=r\\u0026s|ig=", "%3D", 1), ("?sv=1&s|ig=", "%3D", 0), ("?sp=r&s|ig=", "aaaa", 0),
    ("?sp=r&desi|gn=", "%3D", 0), ("?sp=r s|ig=", "%3D", 0), ("?resp=r&s|ig=", "%3D", 0),
  ])
  func sharedAccessSignatures(before: String, behind: String, count: Int) {
    let key = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW%2F" + "7m"
    let text = "https://x.blob.core.windows.net/c\(before.replacing("|", with: ""))\(key)\(behind)"
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == count)
  }

  /// Of several in one text each has its own address, and a long address is read in pieces.
  @Test(arguments: [(" ", "?sp=r", 300), ("&", "?sp=r", 300), (" ", "?sv=1", 0), ("&", "?sv=1", 0)])
  func manySharedAccessSignatures(between: String, before: String, count: Int) {
    let parts = (0..<300).map { number in
      let key = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW" + "\(100 + number)"
      return before + (number.isMultiple(of: 2) ? "&x=1" : "") + "&s" + "ig=" + key + "%3D"
    }
    let text = Array((parts.joined(separator: between) + " ?se=1").utf8)
    #expect(text.withUnsafeBytes { SecretScanner().hits(in: $0).count } == count)
  }

  /// The format of tokens of Azure DevOps has thirteen zeros.
  @Test func zerosOfAFormatAreNoExample() {
    let key = "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSq7Ke4Tz8uD2wX6aZ9kQ2"
    let token =
      key.prefix(52) + "JQQ" + "J99BKAC" + String(repeating: "A", count: 13) + "SAZ" + "DO4bXt"
    #expect(Array(token.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) }.count == 1)
  }

  /// A hash or a name that begins like a token.
  @Test(arguments: [
    "sk-2fd4e1c67a2d28fced849ee1bb76e7391b93eb122fd4e1c6", "sk-learn-and-more-of-it-T3BlbkFJ",
    "ABSK2fd4e1c67a2d28fced849ee1bb76e7391b93eb12", "xoxd-short",
    "AZDO", "FOR_AZDOPS", "1//0", "a/1//0/b", "\(hash)\(hash)\(hash)AZDO1234", "JQQJ99\(hash)",
    "\(hash)+AStand", "\(hash.prefix(33))+ASb\(hash.prefix(6))x=", "\(hash)AIoT devices = 1",
    "\(hash)\(hash.prefix(29))+ASt\(hash.prefix(6))x=",
    "https://a.org/?sig=\(hash)", "https://a.org/?sp=1&sig=\(hash)",
  ])
  func otherTextThatBeginsLikeAToken(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
  }

  /// The header of a JSON Web Token, which may hold blanks.
  @Test(arguments: [
    "eyJhbGciOiJIUzI1NiJ9", "eyAiYWxnIjogIkhTMjU2IiB9", "ewogICJhbGciOiAiSFMyNTYiCn0",
    "ewkiYWxnIjoiSFMyNTYiLCJ0eXAiOiJKV1QifQ", "IHsiYWxnIjoiSFMyNTYiLCJ0eXAiOiJKV1QifQ",
    "CXsiYWxnIjoiSFMyNTYiLCJ0eXAiOiJKV1QifQ",
    // A blank and a line break, a carriage return alone, and a line break before the brace.
    "eyAKImFsZyI6IkhTMjU2IiwidHlwIjoiSldUIn0", "ew0iYWxnIjoiSFMyNTYiLCJ0eXAiOiJKV1QifQ",
    "CnsiYWxnIjoiSFMyNTYiLCJ0eXAiOiJKV1QifQ",
    // Two blanks, a carriage return and a line break, and five blanks.
    "ICB7ImFsZyI6IkhTMjU2IiwidHlwIjoiSldUIn0", "DQp7ImFsZyI6IkhTMjU2IiwidHlwIjoiSldUIn0",
    "ICAgICB7ImFsZyI6IkhTMjU2IiwidHlwIjoiSldUIn0",
  ])
  func headersOfTokens(header: String) {
    let token =
      header + ".eyJzdWIiOiAiMTIzNDU2Nzg5MCIsICJuYW1lIjogIkpvaG4ifQ."
      + "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
    #expect(Array(token.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == 1)
  }

  /// Blanks without a brace behind them begin no header.
  @Test(arguments: ["ICAgImFsZyI6IkhTMjU2IiwidHlwIjoiSldUIn0", "ICAverageOfManyThingsInTheReport"])
  func blanksOfOtherText(start: String) {
    let text =
      start + ".eyJzdWIiOiAiMTIzNDU2Nzg5MCIsICJuYW1lIjogIkpvaG4ifQ".replacing("eyJ", with: "aBc")
      + ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
  }

  /// In Latin-1 a blank that does not break is one byte.
  @Test func wordsBehindOneByteOfLatin1() {
    let token = Array(("ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW").utf8)
    #expect(([0xA0] + token).withUnsafeBytes { SecretScanner().hits(in: $0).count } == 1)
  }

  /// A placeholder excuses the token that it is part of.
  @Test(arguments: [
    ("glpat" + "-R4nD0mQ7wZ1xC8vB5nM2", ".example.com", 1),
    ("glpat" + "-R4nD0mQ7wZ1xC8vB5nM2", "-xxxx", 1), ("glpat" + "-example7wZ1xC8vB5nM2", "", 0),
    ("ghp" + "_R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW", "example", 1),
    ("ghp" + "_R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW", String(repeating: "aB3", count: 100), 1),
    ("eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v.B3nC6yL5hJ1gF0dS", ".your", 1),
    ("eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v.B3nC6yL5hJ1gF0dS", "your", 0),
    // These claims spell "your" in Base64.
    (
      "eyJ" + "hbGciOiJIUzI1NiJ9.eyJwIjoiLyouR1oiLCJ1aWQiOjQ4MTUxNn0."
        + "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", "", 1
    ),
    ("eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0aZ9kQ2xW7mP4tR8vB3nC6y.your-signature-here", "", 0),
    ("SG" + ".aZ9kQ2xW7mP4tR8vB3nC6y.aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", ".", 1),
    ("SG" + ".aZ9kQ2xW7mP4tR8vB3nC6y.aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", "-your", 1),
    ("SG" + ".aZ9kQ2xW7mP4tR8vB3nC6y.aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", "x", 1),
    ("SG" + ".aZ9kQ2xW7mP4tR8vB3nC6yKaZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", ".", 0),
    ("AIza" + "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9", "-example", 1),
    ("AIza" + "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9", "_", 1),
    ("AIza" + "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9", "a", 1),
    ("AKIA" + "QZ3RVB7XK2MWT5YP", "example", 1), ("AKIA" + "QZ3RVB7XK2MWT5YP", "EXAMPLE", 1),
    ("AKIA" + "QZ3RVB7XK2MWT5YP", "_suffix", 1), ("ASIA" + "QZ3RVB7XK2MWT5YP", "junk", 1),
    ("AKIA" + "QZARVBAXKAMWTAYP", "", 1), ("AKIA" + "QUICKBROWNFOXJUMP", "sOver", 0),
    ("AKIA" + "QZXRVBJXKVMWTFYP", "ci-deploy", 1), ("AKIA" + "QZXRVBJXKVMWTFYP", "0", 1),
    ("AKIA" + "QZXRVBJXKVMWTFYP", "AWS", 0),
    ("dop_v1" + "_0f3a9c5e7b2d84610f3a9c5e7b2d84610f3a9c5e7b2d84610f3a9c5e7b2d8461", "X", 1),
    ("shpat" + "_0f3a9c5e7b2d84610f3a9c5e7b2d8461", "0f3a", 1),
    ("npm" + "_R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW", "abcX", 1),
    ("GOCSPX" + "-aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1g", "abcX", 1),
    ("SG" + ".Applications.Frameworks.Controllers.Presentation.Views.Details", "Controller", 0),
    ("SG" + ".ApplicationFrameworks1.Controllers.Presentation.Views.Details.More", "Controller", 0),
    (
      "eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v."
        + "aZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dSaZ9kQ2xW7mP", "your", 1
    ),
  ])
  func textBehindATokenDoesNotExcuseIt(token: String, behind: String, hits: Int) {
    let text = Array((token + behind).utf8)
    #expect(text.withUnsafeBytes { SecretScanner().hits(in: $0).count } == hits)
  }

  /// A key in pieces, as languages write long texts.
  @Test(
    arguments: [
      [#""KEY" +"#, #""KEY""#], ["'KEY',", "'KEY'"], ["\"KEY\" \\", "\"KEY\""], ["- KEY", "- KEY"],
      [##"key += "KEY\n""##, ##"key += "KEY\n""##], ["# KEY", "# KEY"], ["x: KEY y: KEY"],
      [##"f("KEY", "KEY")"##], ["word", "word"],
      ["if x { return theKeyOfThis }", "let y = theKey2()"],
      ["[UInt8] (theKeyOfThis1) <Curve25519PrivateKey>", "{ $0.utf8Count } Array<UInt8>(x1)"],
      [##"R"(KEY)""##, ##"R"(KEY)""##], [##"key += " KEY\n""##, ##"key += " KEY\n""##],
      ["q(KEY).", "q(KEY)"], ["<l>KEY</l>", "<l>KEY</l>"], ["pem << q( KEY )", "pem << q{ KEY }"],
      ["a |KEY|", "a := $$KEY$$"], ["x.KEY.y.KEY.z"], ["f(KEY, KEY)"],
    ].enumerated().map { ($0 < 6 || 7...7 ~= $0 || 11...16 ~= $0, $1) })
  func keysInPieces(isFound: Bool, lines: [String]) {
    let pieces = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "VJTUt9Us8cKjMzEfYyjiWA4R4ub2cVn9iJBSNu"]
    let text = lines.joined(separator: "\n") + "\n"
    let parts = text.components(separatedBy: "KEY")
    let body = parts.indices.map { parts[$0] + ($0 + 1 < parts.count ? pieces[$0] : "") }.joined()
    let bytes = Array(("\"-----BEGIN PRIVATE " + "KEY-----\\n\" +\n" + body).utf8)
    #expect(bytes.withUnsafeBytes { SecretScanner().hits(in: $0).count } == (isFound ? 1 : 0))
  }

  /// A key in pieces of any length: each stands in a string, or alone on its line.
  @Test(
    arguments: [
      (true, 15, "  \"", "\" +\n"), (true, 8, "s += '", "'\n"), (true, 4, "\"", "\\n\", "),
      (true, 1, "'", "', "), (true, 12, "- ", "\n"), (true, 9, "# ", " \\\n"),
      (false, 9, "let x = ", "\n"), (false, 9, "f(", ")"), (true, 8, "", " "), (true, 3, "", "\t"),
      (true, 15, "  ", "  "), (false, 9, "x1 = ", " "), (false, 9, "", ", "),
      (true, 8, "k += \" ", " \"\n"), (true, 4, "x R\"(", ")\"\n"), (true, 3, "x `[", "\n`, "),
      (true, 16, "x (", ")"), (false, 15, "x (", ")"), (false, 4, "x <", ">"),
      (false, 9, "\"a\", ", ", "), (false, 9, "\"a\" + ", ", \"b\" "),
    ])
  func keysInShortPieces(isFound: Bool, length: Int, before: String, behind: String) {
    let key = Array(
      ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKjMzEfYyjiWA4R4"
        + "ub2cVn9iJBSNuCH9uPO3MHoHdEjmHpTcB3vv").utf8)
    let pieces = stride(from: 0, to: key.count, by: length).map {
      before + String(decoding: key[$0..<min($0 + length, key.count)], as: UTF8.self) + behind
    }
    let bytes = Array(("\"-----BEGIN PRIVATE " + "KEY-----\\n\" +\n" + pieces.joined()).utf8)
    #expect(bytes.withUnsafeBytes { SecretScanner().hits(in: $0).count } == (isFound ? 1 : 0))
  }

  /// A key has lowercase letters, capital letters and digits, in each part that is long enough.
  @Test(arguments: [
    ("aB1cD2eF", 6, true), ("aBcDeFgH", 6, false), ("1B1D2F3G", 6, false), ("a1c2e3g4", 6, false),
    ("aB1cD2eFgH3iJ4kL", 3, true), ("aBcDeFgHiJkLmNoP", 3, false), ("aB1cD2eF", 4, false),
    ("aBcDeFgHiJ", 9, false),
  ])
  func kindsOfCharactersOfAKey(piece: String, count: Int, isFound: Bool) {
    let pieces = String(repeating: "\"\(piece)\",\n", count: count)
    let bytes = Array(("\"-----BEGIN PRIVATE " + "KEY-----\\n\",\n" + pieces).utf8)
    #expect(bytes.withUnsafeBytes { SecretScanner().hits(in: $0).count } == (isFound ? 1 : 0))
  }

  private static let pem = """
    -----BEGIN RSA PRIVATE| KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEA+oIBAQC7VJTUt9Us8cKj
    MzEfYyjiWA4R4/ub2cVn9iJBSNuCH9uPO3MHoHdEjmHpTcB3vvTcJgwUhzUyMAXd
    -----END RSA PRIVATE| KEY-----

    """.replacing("|", with: "")

  /// A key as addresses and forms write it, and one whose lines have blanks.
  @Test(
    arguments: [
      [("\n", "%0A"), (" ", "%20"), ("+", "%2B"), ("/", "%2F")], [("\n", "%0D%0A"), (" ", "%20")],
      [("+", "%2B"), ("\n", "%0A"), (" ", "+"), ("/", "%2F")],
      [("AASCB", "AASC B"), ("u", "u "), ("g", "g\t")], [("U", "U "), ("\n", " "), ("c", " c")],
    ])
  func keysThatAreWrittenInAnotherWay(changes: [(String, String)]) {
    let text = changes.reduce(Self.pem) { $0.replacing($1.0, with: $1.1) }
    let hits = Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.map(\.name) == ["rsa private key"])
    #expect(hits.map(\.hiddenPart) == [""])
    let code = text.replacing(/MII[^-]+/, with: "read this file of the P256 key and parse it%0A")
    #expect(Array(code.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
  }

  /// Of several beginnings before a key, the last one has it; what only looks like one hides nothing.
  @Test(arguments: ["KEY-----\\n", "KEY-----\\n-----BEGIN X-----\\n", "KEY----- "])
  func beginningsBeforeAKey(behind: String) {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKjMzEf"
    let text = String(repeating: "-----BEGIN PRIVATE " + behind, count: 40) + "\n" + key
    let hits = Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) }
    #expect(hits.count == 1)
  }

  /// Programs skip any number of blanks before a key.
  @Test(
    arguments: [
      ("\n", 2_100, true), (" ", 5_000, true), ("\r\n", 3_000, true), ("\t\u{1}\u{B}", 900, true),
      ("let x = (y)\n", 300, false),
      // Comments, unless each has a single word, which may be a line of a key.
      ("// The key of the server, see above.\n", 90, true), ("# one (two)\n", 400, true),
      ("/*\n The key of the server,\n\n see above.\n*/\n", 90, true), ("* one two\n", 900, true),
      ("/* one (two) */\n", 400, true), ("//(one)\n", 300, false), ("/ (one) (two)\n", 300, false),
      ("// \(String(repeating: ",", count: 900)) b\n", 90, true),
    ])
  func keysBehindBlanks(gap: String, count: Int, isFound: Bool) {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKjMzEf"
    let text =
      "-----BEGIN PRIVATE " + "KEY-----" + String(repeating: gap, count: count) + "\n" + key + "\n"
    #expect(
      Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == (isFound ? 1 : 0))
  }

  /// Words that stand in strings behind the name of a key are none.
  @Test(arguments: [
    #"{ return parse("RSA", "SHA256", "utf8", "PKCS8", "der", "P256", "Ed25519", "x509", "AES128") }"#,
    "\nread it\nwith OpenSSL3\nor with\nCryptoKit\nor BoringSSL\non iOS17\nmacOS14\nand Linux\n",
    #"["alpha1", "beta2", "gamma3", "delta4", "epsilon5", "zeta6", "Eta7", "theta8"]"#,
    "\nlet a1 = B2 + c3\nlet D4 = e5 / F6\nlet g7 = H8 + i9\nlet J1 = k2 / L3\nlet m4 = N5\n",
    "\ncase p256\ncase p384\ncase p521\ncase Ed25519\ncase x25519\ncase secp256k1\n",
    "\nfor iOS 17 macOS 14 tvOS 17 watchOS 10 Swift 5 and Xcode 15 on arm64 and x86\n",
    "\n4d 49 49 45 76 51 49 42 41 44 41 4e 42 67 6b 71 68 6b 69 47 39 77 30 42\n",
  ])
  func wordsInStringsAreNoKey(behind: String) {
    let bytes = Array(("\"-----BEGIN PRIVATE " + "KEY-----\" " + behind).utf8)
    #expect(bytes.withUnsafeBytes { SecretScanner().hits(in: $0).isEmpty })
  }

  /// What stands in a commit beside its message is in the history as well.
  @Test(arguments: ["author", "address", "committer", "header"])
  func tokensBesideAMessage(place: String) {
    let token = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    var commit = Commit.example("Add a parser")
    switch place {
    case "author": commit.author.name = token
    case "address": commit.author.email = "a@\(token).com"
    case "committer": commit.committer.name = "Ada \(token)"
    default: commit.otherText = "note \(token)\n"
    }
    facts.changes?.commits = [commit]
    let findings = RuleSet(settings: [RuleSettings(id: "secrets")], includesDefaults: false)
      .findings(in: facts)
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.allSatisfy { !$0.message.contains("R4nD") })
  }

  /// The place of the change that judges most strictly is told.
  @Test(arguments: [
    ("Tests/Fixtures/a", "Sources/a", [Severity.warning, .error]),
    ("Sources/a", "Tests/a", [.error]),
    ("Sources/a", "Sources/b", [.error]), ("Tests/a", "Tests/b", [.warning]),
  ])
  func aTokenThatMoves(to path: String, from before: String, levels: [Severity]) {
    let token = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
    var facts = makeFacts([FileChange(.modified, path, additions: 1)])
    facts.addedLines = [AddedLine(path, line: 1, text: token)]
    var passing = AddedText(path: before, lines: [AddedLine(before, line: 1, text: token)])
    passing.commit = "0123456789"
    facts.passingText = [passing]
    let findings = RuleSet(settings: [RuleSettings(id: "secrets")], includesDefaults: false)
      .findings(in: facts)
    #expect(findings.map(\.severity).sorted() == levels)
  }

  @Test(arguments: [
    ("TODO：", true), ("\u{A0}TODO\u{A0}", true), ("“TODO”", true), ("–TODO–", true),
    ("😀TODO😀", true),
    ("éTODO", false), ("TODOé", false), ("漢TODO", false), ("TODO\u{301}", false), ("_TODO", false),
  ])
  func wordsBesideOtherScripts(text: String, isFound: Bool) {
    var added = AddedText(path: "a.md")
    Array(text.utf8).withUnsafeBytes { added.append($0, number: 1) }
    var room = SearchRoom()
    #expect(
      WordFinder(["TODO"]).hits(in: added, part: .code, room: &room).count == (isFound ? 1 : 0))
  }

  @Test(arguments: [
    "let sha = \"2fd4e1c67a2d28fced849ee1bb76e7391b93eb12\"", "AKIAQUICKBROWNFOXJUMPSOVER",
    "https://example.com/eyJhbGci", "ghp_short", "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
    "AIzaSy0123456789abcdefghijklmnopqrstuvw", "import xoxb-helpers", "AccountKey=<your key here>",
    "\"-----BEGIN CERTIFICATE-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\"",
    "-----BEGIN PUBLIC KEY-----", "npm_config_registry=https://registry.npmjs.org/aaaaaaaaaaaaaaa",
    "hf_transformers_model_name_goes_right_here", "", "-", "eyJ",
  ])
  func otherTextIsNoSecret(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
  }

  @Test(
    arguments: [
      ("Sources/*/**/*.swift", "Sources/Core/A.swift", ["Core", "", "A"]),
      ("Sources/*/**/*.swift", "Sources/Core/x/y/A.swift", ["Core", "x/y", "A"]),
      ("docs/en/**", "docs/en/a/b.md", ["a/b.md"]), ("*.md", "a/b.md", nil),
      ("**/*.md", "b.md", ["", "b"]), ("{a,b}/*", "b/c", ["c"]), ("[ab]/*", "b/c", ["c"]),
      ("*Tests.swift", "ATestsTests.swift", ["ATests"]), ("a", "a", []), ("a/", "a/b", ["b"]),
      ("{a,{b,c}}x/*", "cx/1", ["1"]), ("a?c", "abc", []),
      ("a/?/*.c", "a/e\u{301}/b.c", ["b"]), ("a/[!_]/*", "a/e\u{301}\u{316}/b", ["b"]),
      ("?\u{301}*", "e\u{301}b", nil), ("\\*", "*", []), ("**", "a/b", ["a/b"]),
      ("docs", "docs/a/b.md", ["a/b.md"]), ("docs", "docs", []), ("{docs,d}", "d/a", ["a"]),
      ("**/a/**/*b*.c", "a/x/a/bab.c", ["", "x/a", "ba", ""]), ("*?a", "e\u{301}a", ["e"]),
      ("**/*a**/b", "aa/a/b", ["", "a", "/a"]),
      ("**/*a**/*.{b,c}", "ca/xa/b.c", ["", "c", "/xa", "b"]),
      ("*[0-9]*[a-c].d", "x12yb.d", ["x1", "y"]), ("[x", "[x", []), ("*[x", "a[x", ["a"]),
    ] as [(String, String, [String]?)])
  func captures(glob: String, path: String, expected: [String]?) {
    #expect(CapturingGlob(glob).captures(of: path) == expected)
  }

  @Test(arguments: [
    ("Tests/$1Tests/**/$3Tests.swift", ["Core", "", "A"], "Tests/CoreTests/**/ATests.swift"),
    ("a/$2/b", ["x", ""], "a/b"), ("$9$1", ["x"], "x"), ("cost $", [], "cost $"),
    ("$0", ["x"], "$0"), ("$1/a", [""], "a"), ("$1/$2/a/", ["", ""], "a/"), ("/a//b", [], "/a/b"),
  ])
  func templates(template: String, captures: [String], expected: String) {
    #expect(CapturingGlob.fill(template, captures) == expected)
  }

  /// What a file is called is no pattern.
  @Test(arguments: [
    ("Tests/**/$1Tests.swift", "*", "Tests/b/aTests.swift", false),
    ("Tests/**/$1Tests.swift", "*", "Tests/b/*Tests.swift", true),
    ("$1.md", "{a,b}", "a.md", false), ("$1.md", "{a,b}", "{a,b}.md", true),
    ("$1.md", "?", "a.md", false), ("$1.md", "[ab]", "a.md", false),
    ("$1.md", "[ab]", "[ab].md", true),
    ("{$1,x}.md", "a,b", "a.md", false), ("{$1,x}.md", "a,b", "a,b.md", true),
    ("{$1,x}.md", "a,b", "x.md", true), ("$1", "a\\", "a\\", true), ("$1", "é", "é", true),
  ])
  func capturesAreText(template: String, capture: String, path: String, matches: Bool) {
    let glob = CapturingGlob.glob(template, [capture])
    #expect(PathGlob.choosingFiles(glob).matches(path) == matches, "\(glob)")
  }

  @Test(
    arguments: [
      ("a/b", nil, true), ("a/b", "a/b", true), ("a", "a/b", true), ("a/b/c", nil, true),
      ("a/b/c", "a/b/c", false), ("a", nil, true), ("x", nil, false), ("a-b", nil, true),
      ("**/c", nil, true), ("**/c", "a/b/c", false), ("*/b", nil, true), ("a/*", nil, true),
      ("**/d", nil, false), ("a/{b,x}/c", nil, true), ("\\*", nil, true), ("a/", nil, true),
      // Two names that are not UTF-8 look alike.
      ("gr\u{FFFD}n", nil, false), ("gr*n", nil, true), ("**/gr\u{FFFD}*", nil, false),
    ] as [(String, String?, Bool)])
  func pathsAreFoundByGlobs(glob: String, besides path: String?, expected: Bool) {
    let paths = ["a/b", "a/b/c", "a-b", "*", "gr\u{FFFD}n"]
    var index = PathIndex(paths)
    #expect(index.matches(glob, besides: path) == expected)
    #expect(index.matches(glob, besides: path) == expected)
  }

  @Test(arguments: [
    ("a/b", true), ("a", false), ("a/", true), ("a/**", true), ("{a,a/b}", true), ("a/b/", true),
    ("a/b/c/", false),
  ])
  func pathsAreFoundByNamesOfFiles(glob: String, expected: Bool) {
    var index = PathIndex(["a/b", "a/b/c", "a-b", "*"], choosesFolders: false)
    #expect(index.matches(glob) == expected)
  }

  @Test func tooManyPathsAreNotCompared() {
    var index = PathIndex((0..<1_000).map { "a/\($0)" }, mostWork: 1_000)
    #expect(index.matches("a/7") == true)
    #expect(index.matches("**/7") == true)
    #expect(index.matches("**/*x") == nil)
  }

  @Test(arguments: [
    ("*[bot]*", "dependabot[bot]", true), ("*[bot]*", "robot", false), ("ada", "Ada", true),
    ("ada", "adas", false), ("a*c*e", "abcde", true), ("a*c*e", "abde", false), ("*", "", true),
    ("a*a", "a", false), ("*@example.com", "x@EXAMPLE.com", true),
  ])
  func wildcards(pattern: String, text: String, expected: Bool) {
    #expect(Wildcard(pattern).matches(text) == expected)
  }
}
