/// Tells variables whose values are secrets by their names.
package enum SecretName {
  /// Whether a variable of this name holds a secret on any of the usual CI services: `GITHUB_TOKEN`,
  /// `AWS_SECRET_ACCESS_KEY`, `NPM_AUTH`, `SSH_PRIVATE_KEY`, `MATCH_PASSWORD`.
  package static func isSecret(_ variable: String) -> Bool {
    let parts = variable.uppercased().split { $0 == "_" || $0 == "-" || $0 == "." }
    return parts.contains { words.contains(String($0)) }
  }

  private static let words: Set<String> = [
    "APIKEY", "AUTH", "CREDENTIAL", "CREDENTIALS", "JWT", "KEY", "KEYS", "PASS", "PASSPHRASE",
    "PASSWD", "PASSWORD", "PASSWORDS", "PAT", "PRIVATE", "SECRET", "SECRETS", "TOKEN",
    "TOKENS",
  ]
}
