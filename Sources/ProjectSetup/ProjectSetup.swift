internal import CIModel
internal import FileSystem

/// The files for a setup request; created in memory without writing anything.
package struct ProjectSetup: Sendable {
  private let request: SetupRequest
  private let facts: ProjectFacts
  private let templates: TemplateFolder

  /// - Parameter git: The facts of the checkout; `nil` outside of one, where there are no hooks.
  package static func files(
    _ request: SetupRequest, _ facts: ProjectFacts, git: GitFacts?, _ templates: TemplateFolder
  ) throws(SetupError) -> [SetupFile] {
    try request.check(facts, git)
    let setup = ProjectSetup(request: request, facts: facts, templates: templates)
    var files: [SetupFile] = []
    if request.parts.contains(.pipeline) { files.append(try setup.pipeline()) }
    for service in request.services {
      for file in service.files(commenting: request.comments) {
        files.append(
          try setup.file(
            "services/\(file.template)", setup.standIn(for: file.path) ?? file.path, file.what))
      }
    }
    if request.parts.contains(.makefile) {
      files.append(
        try setup.file("makefile/Makefile", "Makefile", "`make` lists its targets"))
    }
    if request.parts.contains(.pullRequestTemplate) {
      files.append(try setup.pullRequestTemplate())
    }
    if request.parts.contains(.agents) {
      files.append(
        try setup.file("agents/AGENTS.md", "AGENTS.md", "tells coding agents how to check"))
    }
    if request.parts.contains(.hooks), let git {
      files += try GitHooks.files(git, setup.filled)
    }
    return files
  }

  /// Another workflow that already calls devtool; GitHub reads all workflows in the folder.
  private func standIn(for path: String) -> String? {
    let folder = ".github/workflows"
    guard path == "\(folder)/ci.yml", !fileExists("\(facts.root)/\(path)") else { return nil }
    let mostFiles = 200
    return folderContents("\(facts.root)/\(folder)").sorted().prefix(mostFiles)
      .filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
      .map { "\(folder)/\($0)" }
      .first { path in
        let bytes = try? readFile(path, below: facts.root, limit: 1 << 20)
        return bytes?.firstRange(of: "devtool check".utf8) != nil
      }
  }

  private func pipeline() throws(SetupError) -> SetupFile {
    let hasPackage = facts.isPackage || !facts.packages.isEmpty
    let template =
      request.imported.map { imported in
        imported.hasSteps ? "imported.yml" : hasPackage ? "ci.yml" : "rules-alone.yml"
      } ?? "ci.yml"
    let purpose =
      switch request.imported {
      case let imported? where imported.hasSteps: "it runs the imported steps"
      case let imported? where imported.hasRules:
        "it adds the imported rules to the default pipeline of `devtool check`"
      case _?: "it holds the defaults, because nothing was imported"
      case nil where facts.packages.isEmpty:
        "it runs the same steps as `devtool check` without it; edit it as needed"
      case nil: "it builds and tests \(facts.packages.joined(separator: ", "))"
      }
    var file = try file("pipeline/\(template)", ".ci.yml", purpose, .any)
    if let imported = request.imported {
      file.text += imported.yaml
      file.byHand = imported.yaml
      file.rival = .none
    }
    return file
  }

  private func pullRequestTemplate() throws(SetupError) -> SetupFile {
    let isGitLab = request.services.contains(.gitlab) && !request.services.contains(.github)
    return try file(
      "pull-request/pull_request_template.md",
      isGitLab
        ? ".gitlab/merge_request_templates/Default.md" : ".github/pull_request_template.md",
      "template of new pull requests", .any)
  }

  private func file(
    _ template: String, _ path: String, _ purpose: String,
    _ rival: SetupFile.Rival = .naming("devtool")
  ) throws(SetupError) -> SetupFile {
    let filled = try filled(template)
    var file = SetupFile(
      folder: facts.root, name: path, path: path, text: filled.text, purpose: purpose,
      byHand: filled.byHand, rival: rival)
    if !filled.comments.isEmpty {
      // An earlier `init` may have written the file without them.
      if (try? file.state()) == .present { file.byHand = filled.comments }
      file.rival = .naming("devtool comment")
    }
    return file
  }

  private func filled(_ name: String) throws(SetupError) -> SetupTemplate.Filled {
    var conditions: Set<String> = []
    if request.comments { conditions.insert("comment") }
    if facts.lints { conditions.insert("lint") }
    if !facts.packages.isEmpty { conditions.insert("packages") }
    if !facts.untestedPackages.isEmpty { conditions.insert("untested") }
    let tested = facts.packages.filter { !facts.untestedPackages.contains($0) }
    if !tested.isEmpty { conditions.insert("tested") }
    if !facts.omittedPackages.isEmpty { conditions.insert("omitted") }
    func list(_ folders: [String], _ separator: String = ", ") -> String {
      folders.map(quotedPath).joined(separator: separator)
    }
    let template = SetupTemplate(
      values: [
        "BRANCH": facts.defaultBranch,
        "FOLDERS": facts.packages.isEmpty ? "." : list(facts.packages, " "),
        "OMITTED": facts.omittedPackages, "PACKAGES": list(facts.packages),
        "RELEASE": request.release, "SWIFT": facts.swiftVersion, "TESTED": list(tested),
        "TOOL": shellQuoted(request.tool), "UNTESTED": list(facts.untestedPackages),
      ], conditions: conditions)
    let text: String
    do throws(FileError) {
      text = try templates.text(name)
    } catch {
      throw .file(error)
    }
    do throws(TemplateProblem) {
      return try template.fill(text)
    } catch {
      throw .template(name: name, error)
    }
  }
}
