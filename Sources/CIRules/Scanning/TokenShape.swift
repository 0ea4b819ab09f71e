/// What a credential looks like: a prefix that says who issued it, and a run of characters.
struct TokenShape: Sendable {
  /// As a finding calls it.
  let name: String
  let prefix: [UInt8]
  private let characters: Characters
  /// How many characters follow the prefix.
  private let length: ClosedRange<Int>
  /// How many dots have to be in the run, at least.
  private let dots: Int

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

    func contains(_ byte: UInt8) -> Bool {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      let isLower = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      let isAlphanumeric = isDigit || isLower || isUpper
      switch self {
      case .alphanumeric: return isAlphanumeric
      case .base64URL:
        return isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      case .base64:
        return isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
          || byte == UInt8(ascii: "=")
      case .dotted:
        return isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: ".")
      case .hexadecimal:
        return isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      case .base32: return isUpper || UInt8(ascii: "2")...UInt8(ascii: "7") ~= byte
      case .path: return isAlphanumeric || byte == UInt8(ascii: "/")
      }
    }
  }

  init(
    _ name: String, _ prefix: String, _ characters: Characters, _ length: ClosedRange<Int>,
    dots: Int = 0
  ) {
    self.name = name
    self.prefix = Array(prefix.utf8)
    self.characters = characters
    self.length = length
    self.dots = dots
  }

  /// The bytes of the token that begins at an offset, or `nil` when none does.
  ///
  /// - Parameter runs: What is known of the same bytes.
  func match(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ runs: inout TokenRuns
  ) -> Range<Int>? {
    guard bytes.count - offset >= prefix.count + length.lowerBound else { return nil }
    for (index, byte) in prefix.enumerated() where bytes[offset + index] != byte { return nil }
    // Part of something longer: a base64 blob can hold every short prefix.
    if bytes.isInsideWord(at: offset) { return nil }
    let start = offset + prefix.count
    let end = runs.end(of: characters, from: start, in: bytes)
    guard length.contains(end - start),
      runs.isToken(characters, from: start, dots: dots, in: bytes)
    else { return nil }
    return offset..<end
  }
}

extension TokenShape {
  /// The shapes that their issuers document, so that tokens can be found.
  ///
  /// Sources: the issuers' own pages on token formats (GitHub "Token formats", GitLab "Token
  /// prefixes", AWS "Unique identifiers", Slack "Token types", Stripe "API keys", npm, PyPI, Google
  /// Cloud, Azure Storage, SendGrid, DigitalOcean, Shopify, Docker, Hugging Face, OpenAI, Anthropic).
  static let all: [TokenShape] = [
    TokenShape("AWS access key", "AKIA", .base32, 16...16),
    TokenShape("AWS access key", "ASIA", .base32, 16...16),
    TokenShape("Anthropic key", "sk-ant-", .base64URL, 80...200),
    TokenShape("Azure storage key", "AccountKey=", .base64, 86...90),
    TokenShape("DigitalOcean token", "dop_v1_", .hexadecimal, 64...64),
    TokenShape("Docker token", "dckr_pat_", .base64URL, 27...64),
    TokenShape("GitHub token", "gho_", .alphanumeric, 36...255),
    TokenShape("GitHub token", "ghp_", .alphanumeric, 36...255),
    TokenShape("GitHub token", "ghr_", .alphanumeric, 36...255),
    TokenShape("GitHub token", "ghs_", .alphanumeric, 36...255),
    TokenShape("GitHub token", "ghu_", .alphanumeric, 36...255),
    TokenShape("GitHub token", "github_pat_", .base64URL, 50...255),
    TokenShape("GitLab token", "gldt-", .base64URL, 20...64),
    TokenShape("GitLab token", "glpat-", .dotted, 20...320),
    TokenShape("GitLab token", "glptt-", .base64URL, 40...64),
    TokenShape("GitLab token", "glrt-", .base64URL, 20...64),
    TokenShape("Google API key", "AIza", .base64URL, 35...35),
    TokenShape("Google OAuth secret", "GOCSPX-", .base64URL, 28...28),
    TokenShape("Hugging Face token", "hf_", .alphanumeric, 34...40),
    TokenShape("JSON Web Token", "eyJ", .dotted, 60...4096, dots: 2),
    TokenShape("OpenAI key", "sk-proj-", .base64URL, 40...200),
    TokenShape("PyPI token", "pypi-AgEI", .base64URL, 50...255),
    TokenShape("SendGrid key", "SG.", .dotted, 66...66, dots: 1),
    TokenShape("Shopify token", "shpat_", .hexadecimal, 32...32),
    TokenShape("Slack token", "xapp-", .base64URL, 30...160),
    TokenShape("Slack token", "xoxa-", .base64URL, 20...160),
    TokenShape("Slack token", "xoxb-", .base64URL, 20...160),
    TokenShape("Slack token", "xoxp-", .base64URL, 20...160),
    TokenShape("Slack token", "xoxr-", .base64URL, 20...160),
    TokenShape("Slack token", "xoxs-", .base64URL, 20...160),
    TokenShape("Slack webhook", "hooks.slack.com/services/", .path, 40...60),
    TokenShape("Stripe key", "rk_live_", .alphanumeric, 16...255),
    TokenShape("Stripe key", "sk_live_", .alphanumeric, 16...255),
    TokenShape("Stripe webhook secret", "whsec_", .alphanumeric, 32...64),
    TokenShape("npm token", "npm_", .alphanumeric, 36...36),
  ]
}
