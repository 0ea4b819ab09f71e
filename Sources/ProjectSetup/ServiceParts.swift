internal import FileSystem

/// What the template of a service says that every configuration of it has in common, so that it is written once:
/// how devtool is installed, and which versions of actions and images are used.
package struct ServiceParts: Sendable {
  package let service: SetupService
  package let release: String
  package let branch: String
  /// The tag of Swift's image.
  package let swiftVersion: String
  /// Lines of a shell script, escaped as the service's files need it.
  package let installation: [String]
  private let text: String
  /// What comments in a workflow of its own; `nil` where a job of the first one may.
  package let secondWorkflow: String?

  /// - Parameters:
  ///   - release: The URL that the files of a release are below.
  ///   - branch: Whose pushes are checked.
  ///   - root: The folder of the pipeline; absolute.
  /// - Throws: Also when the template of a checkout installs nothing that can be found in it.
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

  /// The version that follows a name and `@` or `#`, and the comment behind it: of `actions/checkout`,
  /// a commit and `v7.0.1`.
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

  /// The lines of the first block that brings `install.sh`, up to the first call of devtool.
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
