internal import FileSystem
internal import SwiftPackage

/// A request to set up a project.
package struct SetupRequest: Sendable {
  package enum Part: Hashable, Sendable, CaseIterable {
    case agents
    case hooks
    case makefile
    case pipeline
    case pullRequestTemplate
  }

  package var parts: Set<Part>
  /// The services, in the order in which their files are written.
  package var services: [SetupService] = []
  /// Whether findings are written as comments on pull requests.
  package var comments = false
  /// The URL of the folder with the files of a release.
  package var release: String
  /// The absolute path of this program, for hooks when it is not on the `PATH`.
  package var tool: String
  /// The converted configuration of another tool, appended to the pipeline.
  package var imported: Imported?
  /// Whether a pipeline is written even if nothing can be built.
  package var needsNoPackage = false

  /// Keys of a `.ci.yml`.
  package struct Imported: Sendable {
    package var yaml: String
    /// Whether the configuration contains steps.
    package var hasSteps: Bool
    /// Whether the configuration contains rules.
    package var hasRules: Bool

    package init(_ yaml: String, hasSteps: Bool, hasRules: Bool) {
      (self.yaml, self.hasSteps, self.hasRules) = (yaml, hasSteps, hasRules)
    }
  }

  package init(parts: Set<Part>, release: String, tool: String) {
    (self.parts, self.release, self.tool) = (parts, release, tool)
  }

  /// Whether any of its files installs devtool from a release.
  package var installs: Bool { !services.isEmpty || parts.contains(.makefile) }

  /// Whether a URL needs no quoting in a shell, a Makefile and YAML.
  package static func isSafeRelease(_ url: String) -> Bool {
    for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
      let rest = url.dropFirst(scheme.count)
      return rest.utf8.count <= 500 && !rest.isEmpty && !rest.hasSuffix("/")
        && rest.utf8.allSatisfy { byte in
          (97...122).contains(byte | 0x20) || (48...57).contains(byte)
            || "._-/:~+%@".utf8.contains(byte)
        }
    }
    return false
  }

  /// - Throws: The reason why the files would not work.
  func check(_ facts: ProjectFacts, _ git: GitFacts?) throws(SetupError) {
    let isMore = !services.isEmpty || parts.count > 1
    let found = facts.packages.count + facts.unnamablePackages.count
    // Rules work in any repository.
    let isEnough =
      needsNoPackage || imported != nil || facts.isPackage
      || !facts.packages.isEmpty && found > (isMore ? 0 : 1)
    if parts.contains(.pipeline), !isEnough {
      throw .noPackage(facts.root, advice: PackageFolders.advice(below: facts.root))
    }
    let belongsToTop = !services.isEmpty || parts.contains(.pullRequestTemplate)
    if let git, belongsToTop, realPath(git.root) != realPath(facts.root) {
      throw .belowTheTop(git.root)
    }
    if comments, services.contains(where: { !$0.canComment }) { throw .cannotComment }
  }
}
