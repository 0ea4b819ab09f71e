/// What the reference of a ticket looks like where a team does not say so: `#123` and `ABC-123`.
enum TicketPattern {
  /// Names of standards that a number follows, as in `UTF-8`.
  private static let standards = [
    "AES", "ANSI", "ARM", "ARMV[0-9]", "ASCII", "BASE", "BIG", "BLAKE[0-9]*", "CHACHA", "CODE",
    "COVID", "CP", "CRC", "CSS", "CVE", "DES", "DIN", "ECMA", "ED", "EN", "ES", "EUC", "FIPS", "GB",
    "GMT", "GPT", "HMAC", "HS", "HTML", "HTTPS?", "IEEE", "IPV", "ISO", "JIS", "KOI[0-9]*", "LATIN",
    "MD", "MP", "MPEG", "NIST", "OAUTH", "PBKDF", "PEP", "PKCS", "PS", "RC", "RFC", "RS", "RSA",
    "SHA[0-9]*", "SHAKE", "SSL", "TLS", "UCS", "USB", "UTC", "UTF", "WGS", "WINDOWS", "X86",
  ]

  static let standard =
    #"#[0-9]+\b|\b(?!"# + standards.map { "\($0)-" }.joined(separator: "|")
    + ")[A-Z][A-Z0-9]+-[0-9]+"
}
