/// Detects a credential in a text by the shapes that the rule `secrets` knows.
package enum CredentialText {
  private static let scanner = SecretScanner()

  package static func occurs(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { scanner.occurs(in: UnsafeRawBufferPointer($0)) }
  }
}
