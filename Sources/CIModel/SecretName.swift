/// Detects variables with secret values, by their names and by their values.
package enum SecretName {
  /// Whether a variable of this name contains a secret on any of the usual CI services:
  /// `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`, `NPM_AUTH`, `SSH_PRIVATE_KEY`, `MATCH_PASSWORD`,
  /// `accessToken`, `MYSQL_PWD`, `PGPASSWORD`, `DATABASE_URL`, `SLACK_WEBHOOK`,
  /// `CONNECTION_STRING`, `SENTRY_DSN`.
  package static func isSecret(_ variable: String) -> Bool {
    let parts = words(of: variable)
    for (index, part) in parts.enumerated() {
      if words.contains(part) || endings.contains(where: { part.hasSuffix($0) }) { return true }
      // `PWD` is the working directory, and `OLDPWD` the previous one.
      if part == "PWD", parts.count > 1 { return true }
      if index > 0, pairs.contains("\(parts[index - 1])_\(part)") { return true }
    }
    let isAddress = parts.last.map { ["DSN", "URI", "URL"].contains($0) } ?? false
    return isAddress && (parts.last == "DSN" || !servers.isDisjoint(with: parts))
  }

  /// Whether a value contains a password: an address such as `postgres://user:password@host`.
  package static func isSecretValue(_ value: String) -> Bool {
    var rest = value.utf8[...]
    while let scheme = rest.firstRange(of: "://".utf8) {
      rest = rest[scheme.upperBound...]
      let authority = rest.prefix { !"/?#\"' \t\n".utf8.contains($0) }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
        let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      if authority.index(after: colon) < at { return true }
    }
    return false
  }

  /// The words of a name in upper case: `ACCESS`, `TOKEN` for `accessToken`, `ACCESS_TOKEN` and
  /// `access.token2`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      while let last = word.last, last.isNumber { word.removeLast() }
      if !word.isEmpty { words.append(word.uppercased()) }
      word = ""
    }
    var last: Character = "_"
    for character in name {
      if !character.isLetter, !character.isNumber {
        end()
      } else {
        if character.isUppercase, last.isLowercase { end() }
        word.append(character)
      }
      last = character
    }
    end()
    return words
  }

  private static let words: Set<String> = [
    "APIKEY", "AUTH", "CREDENTIAL", "CREDENTIALS", "CREDS", "JWT", "KEY", "KEYS", "PASS",
    "PASSPHRASE", "PASSWD", "PASSWORD", "PASSWORDS", "PAT", "PRIVATE", "SECRET", "SECRETS", "TOKEN",
    "TOKENS", "WEBHOOK", "WEBHOOKS",
  ]

  /// Endings of secret words that are written without a separator. `KEY` is not one of them,
  /// because of `MONKEY`.
  private static let endings = [
    "ACCESSKEY", "APIKEY", "CONNECTIONSTRING", "CREDENTIALS", "DEPLOYKEY", "ENCRYPTIONKEY",
    "PASSPHRASE", "PASSWORD", "PRIVATEKEY", "SECRET", "SECRETKEY", "SECRETS", "SIGNINGKEY", "TOKEN",
    "TOKENS",
  ]

  private static let pairs: Set<String> = ["CONNECTION_STRING", "CONN_STR", "CONN_STRING"]

  /// Programs whose addresses usually contain a password.
  private static let servers: Set<String> = [
    "AMQP", "CLOUDAMQP", "DATABASE", "DB", "JDBC", "MARIADB", "MONGO", "MONGODB", "MYSQL",
    "POSTGRES", "POSTGRESQL", "RABBITMQ", "REDIS", "SMTP", "WEBHOOK",
  ]
}
