/// The default pattern of ticket references, for a team that configures none: `#123` and `ABC-123`.
enum TicketPattern {
  /// Names of standards and licences that a number follows, as in `UTF-8` and `GPL-3`.
  private static let standards = [
    "AES", "AFL", "AGPL", "ALGOL", "AMD", "ANSI", "ARM", "ARMV[0-9]", "ASCII", "AVX", "BASE",
    "BCP", "BIG", "BLAKE[0-9]*", "BM", "BSD", "BSL", "BY", "CC0", "CDDL", "CECILL", "CHACHA",
    "CIE", "COBOL", "CODE", "COVID", "CP", "CRC", "CSS", "CVE", "CWE", "DES", "DIN", "DSM", "EAN",
    "EBCDIC", "ECMA", "ED", "EN", "EPL", "ES", "EUC", "EUPL", "FAT", "FIPS", "FORTRAN", "GB",
    "GFDL", "GMT", "GPL", "GPT", "HMAC", "HS", "HTML", "HTTPS?", "ICAO", "ICD", "IEC", "IEEE",
    "IPV", "ISBN", "ISO", "ISSN", "ITU", "JIS", "JPEG", "KOI[0-9]*", "LATIN", "LGPL", "LTE", "LZ",
    "MD", "MIT", "MP", "MPEG", "MPL", "NIST", "OAUTH", "OFL", "OSL", "PBKDF", "PEP", "PKCS",
    "POSIX", "PS", "Q[1-4]", "RC", "RFC", "ROT", "RS", "RSA", "SE", "SHAKE", "SHA[0-9]*", "SMPTE",
    "SOC", "SQL", "SSE", "SSL", "SSPL", "ST", "TLS", "UCS", "UPL", "USB", "UTC", "UTF", "WCAG",
    "WGS", "WINDOWS", "X86",
  ]

  /// The groups of an upper-case UUID, from one on that may begin with a letter:
  /// `C36C-495A-93FC-0C247A3E6E5F`.
  private static let uuid = "[0-9A-F]{4,8}(?:-[0-9A-F]{4})*-[0-9A-F]{12}\\b"

  /// The number behind a `#`. None begins with 0, and `#333333` and `#80808040` are shades of gray.
  private static let number =
    "#(?!0|(?:" + (10...99).map { "(?:\($0)){3}" }.joined(separator: "|")
    + ")(?:[0-9]{2})?\\b)[0-9]+\\b"

  /// A `&` precedes the number of a character (`&#39;`), and a single letter the version of a
  /// language (`C#7`); neither matches, nor does a version (`ZPL-2.1`). In `owner/name#12` a longer
  /// word precedes. `README.md#2-setup` and `(#2-setup)` are places in a page.
  static let standard =
    #"(?:^|[^\w&(])\#(number)|(?:\w\w|\()\#(number)(?!-)|\b(?!"#
    + (standards.map { "\($0)-" } + [uuid]).joined(separator: "|")
    + #")[A-Z][A-Z0-9]+-[0-9]+(?![0-9A-Za-z]|\.[0-9])"#
}
