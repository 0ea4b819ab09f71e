internal import FileSystem

/// The common parts of all configurations of a service, taken from its template so that they are
/// written only once: the installation of devtool, and the versions of actions and images.
package struct ServiceParts: Sendable {
  package let service: SetupService
  package let release: String
  package let branch: String
  /// The tag of the Swift image.
  package let swiftVersion: String
  /// Lines of a shell script, escaped for the service's files.
  package let installation: [String]
  private let text: String
  /// The separate workflow that writes comments; `nil` when a job of the first workflow may do
  /// that.
  package let secondWorkflow: String?

  /// - Parameters:
  /// - release: The URL of the folder with the files of a release.
  /// - branch: The branch whose pushes are checked.
  /// - root: The absolute folder of the pipeline.
  /// - Throws: Also when a template of the checkout contains no recognizable installation.
  package init(
    _ service: SetupService, release: String, branch: String, root: String
  ) throws(SetupError) {
    guard SetupRequest.isSafeRelease(release) else { throw .unsafeWords([release]) }
    guard isPlainPath(branch) else { throw .unsafeWords([branch]) }
    var facts = ProjectFacts(root: root)
    facts.defaultBranch = branch
    var request = SetupRequest(parts: [], release: release, tool: "")
    request.services = [service]
    request.comments = service == .github
    let templates: TemplateFolder
    do throws(FileError) {
      templates = try TemplateFolder(named: nil, root: root)
    } catch {
      throw .file(error)
    }
    let files = try ProjectSetup.files(request, facts, git: nil, templates)
    text = files.map(\.text).joined()
    secondWorkflow = files.first { $0.path.hasSuffix("/devtool-comment.yml") }?.text
    guard let installation = Self.installation(in: text) else {
      throw .template(name: "services/\(service.rawValue)", .noInstallation)
    }
    self.installation = installation
    (self.service, self.release, self.branch) = (service, release, branch)
    swiftVersion = facts.swiftVersion
  }

  /// The version after a name and `@` or `#`, and the comment after it: for `actions/checkout`, a
  /// commit and `v7.0.1`.
  package func version(of name: String) -> (version: String, comment: String?)? {
    for line in text.split(separator: "\n") {
      guard let found = line.firstRange(of: name),
        let mark = line[found.upperBound...].first, mark == "@" || mark == "#"
      else { continue }
      let rest = line[found.upperBound...].dropFirst()
      let version = rest.prefix { $0 != " " && $0 != ":" }
      let comment = rest.firstRange(of: " # ").map { String(rest[$0.upperBound...]) }
      return (String(version), comment)
    }
    return nil
  }

  /// The lines of the first block that contains `install.sh`, up to the first call of devtool.
  private static func installation(in text: String) -> [String]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let call = lines.firstIndex(where: { $0.contains("/install.sh\"") }) else { return nil }
    func depth(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    guard let opening = lines[..<call].lastIndex(where: { $0.hasSuffix("|") }) else { return nil }
    let first = lines.index(after: opening)
    let indent = depth(lines[first])
    let block = lines[first...].prefix { depth($0) >= indent }
    let script = block.map { String($0.dropFirst(indent)) }.prefix { !$0.hasPrefix("devtool ") }
    return script.isEmpty ? nil : Array(script)
  }
}
