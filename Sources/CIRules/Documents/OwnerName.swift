extension Codeowners.Service {
  /// Whether the service accepts a word as an owner. It ignores a line with any other word.
  func knowsOwner(_ word: String) -> Bool {
    let name = Array(word.utf8)
    guard name.first == UInt8(ascii: "@") else { return Self.isAddress(name) }
    return switch self {
    case .bitbucket: Self.isNameOfBitbucket(word)
    case .gitHub: Self.isNameOfGitHub(name.dropFirst())
    case .gitLab: Self.isNameOfGitLab(name.dropFirst())
    }
  }

  /// Whether a name is like `ada`, `ada_company` or `org/team`.
  private static func isNameOfGitHub(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != UInt8(ascii: "-")
          && part.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
      }
  }

  /// Whether a name is like `ada.l` or `group/group/group`, or a role: `@developers`.
  private static func isNameOfGitLab(_ name: ArraySlice<UInt8>) -> Bool {
    if name.first == UInt8(ascii: "@") {
      return roles.contains(String(decoding: name.dropFirst(), as: UTF8.self).lowercased())
    }
    return name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty && part.first != UInt8(ascii: "-") && part.last != UInt8(ascii: ".")
          && part.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
      }
  }

  /// Source: https://docs.gitlab.com/user/project/codeowners/reference/#add-a-role-as-a-code-owner
  private static let roles: Set<String> = [
    "developer", "developers", "maintainer", "maintainers", "owner", "owners",
  ]

  /// Whether a name is plausible. The documentation of Bitbucket does not define the characters of
  /// a name.
  private static func isNameOfBitbucket(_ word: String) -> Bool {
    let name = word.drop { $0 == "@" }
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_/.".contains($0) }
      && name.first != "/" && name.last != "/"
  }

  /// Whether a word is an email address, `ada@lovelace.org`; the host has at least a name and a
  /// domain.
  private static func isAddress(_ word: [UInt8]) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    func areLabels(_ text: ArraySlice<UInt8>, signs: String, atLeast least: Int) -> Bool {
      let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return labels.count >= least
        && labels.allSatisfy { label in
          !label.isEmpty && label.allSatisfy { $0.isASCIIAlphanumeric || signs.utf8.contains($0) }
        }
    }
    return areLabels(parts[0], signs: "!$%&'*+-/=?^_`{|}~", atLeast: 1)
      && areLabels(parts[1], signs: "-", atLeast: 2)
  }
}
