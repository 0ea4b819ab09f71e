/// The shape of a credential: a prefix that identifies its issuer, and a run of characters.
///
/// A class, because a copy for every prefix in a text would cost more than the rest.
final class TokenShape: Sendable {
  /// The kind of credential, as a finding names it.
  let name: String
  let prefix: [UInt8]
  private let characters: Characters
  /// Minimum number of characters behind the prefix.
  private let length: Int
  /// Whether every token has exactly that length: anything behind it is other text, even without a
  /// border.
  private let isFixed: Bool
  /// Minimum number of dots in the run.
  private let dots: Int
  /// A fixed text within the token, and its offset behind the prefix.
  private let mark: (text: [UInt8], offset: Int)
  /// Number of characters of the token before the prefix.
  let lead: Int
  /// Whether the token is Base64 of white space with `{` behind it.
  let isIndented: Bool

  enum Characters: Int, CaseIterable, Sendable {
    /// Letters and digits.
    case alphanumeric
    /// Letters, digits, `-` and `_`.
    case base64URL
    /// Letters, digits, `+`, `/` and `=`.
    case base64
    /// Letters, digits, `-`, `_` and `.`.
    case dotted
    case hexadecimal
    /// A to Z and 2 to 7.
    case base32
    /// Letters, digits and `/`.
    case path
    /// Letters, digits, `-`, `_` and base64 as written in URLs.
    case cookie
    /// Letters, digits, `-`, `_`, `.` and `~`.
    case unreserved

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .alphanumeric: return byte.isASCIIAlphanumeric
      case .base64URL:
        return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      case .base64:
        return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
          || byte == UInt8(ascii: "=")
      case .dotted:
        return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: ".")
      case .hexadecimal:
        return UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      case .base32:
        return UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "2")...UInt8(ascii: "7") ~= byte
      case .path: return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "/")
      case .cookie:
        return Self.base64.contains(byte) || Self.base64URL.contains(byte)
          || byte == UInt8(ascii: "%")
      case .unreserved: return Self.dotted.contains(byte) || byte == UInt8(ascii: "~")
      }
    }
  }

  init(
    _ name: String, _ prefix: String, _ characters: Characters, _ length: Int,
    isFixed: Bool = false, dots: Int = 0, mark: (text: String, offset: Int) = ("", 0),
    lead: Int = 0, isIndented: Bool = false
  ) {
    self.name = name
    self.prefix = Array(prefix.utf8)
    self.characters = characters
    self.length = length
    self.isFixed = isFixed
    self.dots = dots
    self.mark = (Array(mark.text.utf8), mark.offset)
    self.lead = lead
    self.isIndented = isIndented
  }

  /// Number of first bytes that every token of the kind begins with.
  var shown: Int { lead > 0 ? 0 : prefix.count }

  /// The range of the token whose prefix is at an offset; `nil` when there is none.
  ///
  /// - Parameter runs: Cached results about the same bytes.
  func match(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ runs: inout TokenRuns
  ) -> Range<Int>? {
    guard bytes.count - offset >= prefix.count + length else { return nil }
    for index in prefix.indices where bytes[offset + index] != prefix[index] { return nil }
    let (first, start) = (offset - lead, offset + prefix.count)
    guard first >= 0, hasMark(in: bytes, at: start + mark.offset) else { return nil }
    let run = start..<runs.end(of: characters, from: start, in: bytes)
    guard let end = leastEnd(in: run, of: bytes, &runs) else { return nil }
    // The prefix is part of a longer word: a base64 blob can contain every short prefix.
    let isInside =
      runs.isInsideToken(at: first, in: bytes)
      && !(runs.areData(bytes) && bytes.endsLength(first))
    if isInside {
      guard lead == 0, runs.areData(bytes),
        isCertain(run, behind: bytes[first - 1], in: bytes, &runs)
      else { return nil }
    }
    // What follows a prefix in the middle is of a format, and can hold zeros.
    let random =
      lead > 20
      ? first..<offset
      : ownPart((lead > 0 ? first : start)..<end, in: run, of: bytes, &runs)
    guard runs.are(first..<offset, characters, in: bytes),
      runs.isRandom(random, characters, in: bytes)
    else { return nil }
    guard lead > 0, !isFixed else { return first..<(isFixed ? end : run.upperBound) }
    // If characters precede the prefix, a word that is too long is not a token. Other text can
    // follow behind a sign.
    let word = bytes[end..<run.upperBound].prefix(Self.longestTail + 1).prefix(
      while: \.isASCIIAlphanumeric)
    if word.count > Self.longestTail { return nil }
    return first..<(run.count > length + Self.longestTail ? word.endIndex : run.upperBound)
  }

  /// Whether a match is not due to chance, in data where the bytes before it may belong to
  /// something else, such as a database column or a length.
  private func isCertain(
    _ run: Range<Int>, behind last: UInt8, in bytes: UnsafeRawBufferPointer,
    _ runs: inout TokenRuns
  ) -> Bool {
    if !mark.text.isEmpty || isFixed && dots > 0 { return true }
    if prefix.count >= 4, prefix.contains(where: { !$0.isASCIIAlphanumeric }) { return true }
    if dots > 0 {
      // The second part of a JSON Web Token is JSON, too.
      guard let end = runs.endOfPart(behindDots: 0, least: 0, in: run, of: bytes) else {
        return false
      }
      return bytes[end..<run.upperBound].starts(with: ".eyJ".utf8)
    }
    let isExact = run.count == length
    return characters == .base32 ? isExact && !characters.contains(last) : isExact
  }

  /// Maximum number of characters by which an Entra client secret is longer than the shortest one.
  private static let longestTail = 6

  private func hasMark(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    for index in mark.text.indices where bytes[offset + index] != mark.text[index] { return false }
    return true
  }

  /// The end of the shortest token that the beginning of a run can be; `nil` when there is none.
  private func leastEnd(
    in run: Range<Int>, of bytes: UnsafeRawBufferPointer, _ runs: inout TokenRuns
  ) -> Int? {
    guard run.count >= length else { return nil }
    let end = run.lowerBound + length
    if isFixed, dots > 0 {
      // A name in code has its dots elsewhere.
      guard let first = runs.endOfPart(behindDots: 0, least: 0, in: run, of: bytes),
        let second = runs.endOfPart(behindDots: 1, least: 0, in: run, of: bytes),
        Self.firstParts ~= first - run.lowerBound, second >= end
      else { return nil }
      return end
    }
    if characters == .base32, end < run.upperBound {
      // Longer words in capital letters can begin like a token, but contain no digit.
      return runs.haveDigit(run.lowerBound..<end, in: bytes) ? end : nil
    }
    guard dots > 0 else { return end }
    if isIndented, !Self.opensObject(bytes, from: run.lowerBound - prefix.count) { return nil }
    return runs.endOfPart(behindDots: dots, least: length, in: run, of: bytes)
  }

  /// Whether a Base64 text is `{` behind white space. A longer one than anybody writes counts.
  private static func opensObject(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    var (word, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes[start...].prefix(longestBlanks) {
      guard let value = digits.firstIndex(of: byte) else { return false }
      (word, bits) = (word << 6 | UInt32(value), bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      let next = UInt8(truncatingIfNeeded: word >> bits)
      if next == UInt8(ascii: "{") { return true }
      if !" \t\r\n".utf8.contains(next) { return false }
    }
    return true
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// Maximum characters of blanks before the header of a JSON Web Token.
  private static let longestBlanks = 256

  /// Number of characters in the first part of a SendGrid key.
  private static let firstParts = 20...24
  /// Minimum length of the signature of a JSON Web Token (HS256). Other text can follow.
  private static let shortestSignature = 43

  /// The part of a token in which a placeholder marks it as an example. What the claims of a JSON
  /// Web Token spell in Base64 is chance.
  private func ownPart(
    _ token: Range<Int>, in run: Range<Int>, of bytes: UnsafeRawBufferPointer,
    _ runs: inout TokenRuns
  ) -> Range<Int> {
    guard dots == 2 else { return token }
    let header = runs.endOfPart(behindDots: 0, least: 0, in: run, of: bytes)
    let claims = runs.endOfPart(behindDots: 1, least: 0, in: run, of: bytes)
    let signature = (claims ?? token.upperBound) + 1
    let end = min(token.upperBound, signature + Self.shortestSignature)
    let isReal = header.map { Self.opensObject(bytes, from: $0 + 1) } ?? false
    return (isReal && signature < end ? signature : token.lowerBound)..<end
  }
}

extension TokenShape {
  /// The shapes that issuers document so that tokens can be found.
  ///
  /// Sources: the issuers' own pages on token formats (GitHub "Token formats", GitLab "Token
  /// prefixes", AWS "Unique identifiers", Slack "Token types", Stripe "API keys", npm, PyPI, Google
  /// Cloud, Microsoft's list of identifiable keys of Azure, Azure DevOps and AI, Microsoft Entra,
  /// SendGrid, DigitalOcean, Shopify, Docker, Hugging Face, OpenAI, Anthropic).
  private static let documented: [TokenShape] = [
    TokenShape("AWS access key", "ABIA", .base32, 16, isFixed: true),
    TokenShape("AWS access key", "ACCA", .base32, 16, isFixed: true),
    TokenShape("AWS access key", "AKIA", .base32, 16, isFixed: true),
    TokenShape("AWS access key", "ASIA", .base32, 16, isFixed: true),
    TokenShape("AWS Bedrock key", "ABSK", .base64, 109),
    TokenShape(
      "AWS Bedrock key", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3Mu", .base64, 60),
    TokenShape("Anthropic key", "sk-ant-", .base64URL, 80),
    TokenShape("Azure AI key", "JQQJ99", .alphanumeric, 26, lead: 52),
    TokenShape(
      "Azure API Management key", "APIM", .base64, 8, isFixed: true, mark: ("==", 6), lead: 76),
    TokenShape(
      "Azure Batch key", "+ABa", .base64, 8, isFixed: true, mark: ("==", 6), lead: 76),
    TokenShape("Azure Container Registry key", "+ACR", .base64, 6, lead: 42),
    TokenShape(
      "Azure Cosmos DB key", "ACDb", .base64, 8, isFixed: true, mark: ("==", 6), lead: 76),
    TokenShape("Azure DevOps token", "AZDO", .alphanumeric, 4, lead: 76),
    TokenShape(
      "Azure Event Grid key", "AZEG", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape(
      "Azure Event Hubs key", "+AEh", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape(
      "Azure Functions key", "AzFu", .cookie, 8, isFixed: true, mark: ("==", 6), lead: 44),
    TokenShape(
      "Azure IoT Hub key", "AIoT", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape(
      "Azure Machine Learning key", "+AMC", .base64, 8, isFixed: true, mark: ("==", 6), lead: 76),
    TokenShape(
      "Azure Redis key", "AzCa", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape(
      "Azure Relay key", "+ARm", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape("Azure Search key", "AzSe", .alphanumeric, 6, lead: 42),
    TokenShape(
      "Azure Service Bus key", "+ASb", .base64, 7, isFixed: true, mark: ("=", 6), lead: 33),
    TokenShape("Azure access key", "AccessKey=", .base64, 43),
    TokenShape("Azure access key", "Secret=", .base64, 43),
    TokenShape("Azure access key", "accesskey=", .base64, 43),
    TokenShape("Azure client secret", "7Q~", .unreserved, 31, lead: 3),
    TokenShape("Azure client secret", "8Q~", .unreserved, 31, lead: 3),
    TokenShape(
      "Azure storage key", "+ASt", .base64, 8, isFixed: true, mark: ("==", 6), lead: 76),
    TokenShape("Azure storage key", "AccountKey=", .base64, 86),
    TokenShape("Azure storage key", "accountkey=", .base64, 86),
    TokenShape("Azure shared access key", "SharedAccessKey=", .base64, 43),
    TokenShape("DigitalOcean token", "doo_v1_", .hexadecimal, 64, isFixed: true),
    TokenShape("DigitalOcean token", "dop_v1_", .hexadecimal, 64, isFixed: true),
    TokenShape("DigitalOcean token", "dor_v1_", .hexadecimal, 64, isFixed: true),
    TokenShape("Docker token", "dckr_oat_", .base64URL, 27),
    TokenShape("Docker token", "dckr_pat_", .base64URL, 27),
    TokenShape("Docker token", "SWMKEY-1-", .base64URL, 40),
    TokenShape("Docker token", "SWMTKN-1-", .base64URL, 70),
    TokenShape("GitHub token", "gho_", .alphanumeric, 36),
    TokenShape("GitHub token", "ghp_", .alphanumeric, 36),
    TokenShape("GitHub token", "ghr_", .alphanumeric, 36),
    TokenShape("GitHub token", "ghs_", .alphanumeric, 36),
    TokenShape("GitHub token", "ghu_", .alphanumeric, 36),
    TokenShape("GitHub token", "github_pat_", .base64URL, 50),
    TokenShape("GitLab token", "GR1348941", .base64URL, 20),
    TokenShape("GitLab token", "glagent-", .dotted, 20),
    TokenShape("GitLab token", "glcbt-", .dotted, 20),
    TokenShape("GitLab token", "gldt-", .dotted, 20),
    TokenShape("GitLab token", "glffct-", .dotted, 20),
    TokenShape("GitLab token", "glft-", .dotted, 20),
    TokenShape("GitLab token", "glimt-", .dotted, 20),
    TokenShape("GitLab token", "gloas-", .dotted, 20),
    TokenShape("GitLab token", "glpat-", .dotted, 20),
    TokenShape("GitLab token", "glptt-", .base64URL, 40),
    TokenShape("GitLab token", "glrt-", .dotted, 20),
    TokenShape("GitLab token", "glrtr-", .dotted, 20),
    TokenShape("GitLab token", "glsoat-", .dotted, 20),
    TokenShape("GitLab token", "glwt-", .dotted, 20),
    TokenShape("Google API key", "AIza", .base64URL, 35, isFixed: true),
    TokenShape("Google API key", "AQ.A", .base64URL, 40),
    TokenShape("Google OAuth secret", "GOCSPX-", .base64URL, 28, isFixed: true),
    TokenShape("Google OAuth token", "1//0", .base64URL, 60),
    TokenShape("Google OAuth token", "ya29.", .dotted, 40),
    TokenShape("Hugging Face token", "api_org_", .alphanumeric, 34),
    TokenShape("Hugging Face token", "hf_", .alphanumeric, 34),
    // Base64 of the beginnings of JSON: `{` behind a tab, a line break or a blank, `{` before a tab or
    // a line break, `{ ` and `{"`.
    TokenShape("JSON Web Token", "CXs", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "Cns", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "DXs", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "IHs", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "ew0", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "ewk", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "ewo", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "eyA", .dotted, 60, dots: 2),
    TokenShape("JSON Web Token", "eyJ", .dotted, 60, dots: 2),
    // The base64 of `OpenAI` distinguishes it from a Stripe key and others with the same prefix.
    TokenShape("OpenAI key", "sk-", .alphanumeric, 48, isFixed: true, mark: ("T3BlbkFJ", 20)),
    TokenShape("OpenAI key", "sk-None-", .alphanumeric, 48, isFixed: true, mark: ("T3BlbkFJ", 20)),
    TokenShape("OpenAI key", "sk-admin-", .base64URL, 40),
    TokenShape("OpenAI key", "sk-proj-", .base64URL, 40),
    TokenShape("OpenAI key", "sk-svcacct-", .base64URL, 40),
    TokenShape("PyPI token", "pypi-AgEI", .base64URL, 50),
    TokenShape("PyPI token", "pypi-AgEN", .base64URL, 50),
    TokenShape("SendGrid key", "SG.", .dotted, 66, isFixed: true, dots: 1),
    TokenShape("Shopify token", "shpat_", .hexadecimal, 32, isFixed: true),
    TokenShape("Shopify token", "shpca_", .hexadecimal, 32, isFixed: true),
    TokenShape("Shopify token", "shppa_", .hexadecimal, 32, isFixed: true),
    TokenShape("Shopify token", "shpss_", .hexadecimal, 32, isFixed: true),
    TokenShape("Shopify token", "shptka_", .hexadecimal, 32, isFixed: true),
    TokenShape("Shopify token", "shpua_", .hexadecimal, 32, isFixed: true),
    TokenShape("Slack token", "xapp-", .base64URL, 30),
    TokenShape("Slack token", "xwfp-", .base64URL, 20),
    TokenShape("Slack token", "xoxa-", .base64URL, 20),
    TokenShape("Slack token", "xoxb-", .base64URL, 20),
    TokenShape("Slack token", "xoxc-", .base64URL, 20),
    TokenShape("Slack token", "xoxd-", .cookie, 20),
    TokenShape("Slack token", "xoxe-", .base64URL, 20),
    TokenShape("Slack token", "xoxo-", .base64URL, 20),
    TokenShape("Slack token", "xoxp-", .base64URL, 20),
    TokenShape("Slack token", "xoxr-", .base64URL, 20),
    TokenShape("Slack token", "xoxs-", .base64URL, 20),
    TokenShape("Slack webhook", "hooks.slack-gov.com/services/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack-gov.com/triggers/", .path, 30),
    TokenShape("Slack webhook", "hooks.slack-gov.com/workflows/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack-gov.com:443/services/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack-gov.com:443/triggers/", .path, 30),
    TokenShape("Slack webhook", "hooks.slack-gov.com:443/workflows/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack.com/services/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack.com/triggers/", .path, 30),
    TokenShape("Slack webhook", "hooks.slack.com/workflows/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack.com:443/services/", .path, 40),
    TokenShape("Slack webhook", "hooks.slack.com:443/triggers/", .path, 30),
    TokenShape("Slack webhook", "hooks.slack.com:443/workflows/", .path, 40),
    TokenShape("Stripe key", "ek_live_", .alphanumeric, 16),
    TokenShape("Stripe key", "rk_live_", .alphanumeric, 16),
    TokenShape("Stripe key", "rk_test_", .alphanumeric, 16),
    TokenShape("Stripe key", "sk_live_", .alphanumeric, 16),
    TokenShape("Stripe key", "sk_org_", .alphanumeric, 16),
    TokenShape("Stripe key", "sk_org_live_", .alphanumeric, 16),
    TokenShape("Stripe key", "sk_org_test_", .alphanumeric, 16),
    TokenShape("Stripe key", "sk_test_", .alphanumeric, 16),
    TokenShape("Stripe webhook secret", "whsec_", .alphanumeric, 32),
    TokenShape("npm token", "npm_", .alphanumeric, 36, isFixed: true),
  ]

  static let all = documented + indented

  /// JSON Web Tokens whose header begins with two or more of tab, line break and blank: the second
  /// one decides which characters can be the third.
  private static let indented = [
    (["CQ", "Cg", "DQ", "IA"], "klop01"), (["CS", "Ci", "DS", "IC"], "AB"),
  ].flatMap { first, third in
    first.flatMap { pair in
      third.map {
        TokenShape("JSON Web Token", "\(pair)\($0)", .dotted, 60, dots: 2, isIndented: true)
      }
    }
  }
}
