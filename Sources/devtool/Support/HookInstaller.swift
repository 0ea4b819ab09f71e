import CIModel
import FileSystem
import PipelineRunner
import ProcessExecution
import TerminalUI

/// Installs and removes the git hook that checks the rules before a push.
///
/// Only a hook that we wrote is ever changed or removed; it is known by its second line.
struct HookInstaller {
  /// Where git looks for hooks in this repository, `core.hooksPath` included; absolute.
  let folder: String

  enum Outcome: Hashable {
    case installed, updated, unchanged, removed, absent
  }

  static let name = "pre-push"
  static let marker = "# devtool hook: written by `devtool init --hooks`, removed by "
  private static let removal = "`devtool init --hooks --uninstall`"

  var path: String { "\(folder)/\(HookInstaller.name)" }

  /// Asks git where the hooks are.
  static func find(
    in directory: String, environment: [String: String], launcher: ProcessLauncher
  ) throws(CommandFailure) -> HookInstaller {
    func ask(_ arguments: String...) throws(CommandFailure) -> String {
      let capture: ProcessLauncher.Capture
      do throws(LaunchError) {
        capture = try launcher.capture(
          Invocation(
            "git", ["rev-parse"] + arguments, directory: directory, environment: environment,
            timeout: .seconds(60)))
      } catch {
        throw CommandFailure(.missingInput, "cannot run git: \(error)", help: "Install git.")
      }
      guard capture.termination.isSuccess else {
        throw CommandFailure(
          .missingInput,
          "git does not tell where its hooks are: \(capture.errorText.prefix { !$0.isNewline })",
          help: "Run inside a git checkout.")
      }
      return capture.text.hasSuffix("\n") ? String(capture.text.dropLast()) : capture.text
    }
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(directory)/\(path)" }

    let folder = absolute(try ask("--git-path", "hooks"))
    let own = [
      absolute(try ask("--git-common-dir")), absolute(try ask("--show-toplevel")),
    ]
    let resolved = realPathOfExisting(folder)
    guard own.contains(where: { resolved.path(below: realPathOfExisting($0)) != nil }) else {
      throw CommandFailure(
        .checkFailed,
        "the hooks of this repository are in \(folder), which other repositories may share",
        help: "Call `devtool check --only rules` from the hook there, or unset core.hooksPath.")
    }
    return HookInstaller(folder: folder)
  }

  /// - Parameter tool: the absolute path of devtool, used where it is not on the `PATH`.
  func install(tool: String) throws(CommandFailure) -> Outcome {
    let text = HookInstaller.script(tool: tool)
    let old = try current()
    if old == text { return .unchanged }
    if let old, !HookInstaller.isOurs(old) {
      throw CommandFailure(
        .checkFailed, "there is another hook at \(path); it stays as it is",
        help: "Add this line to it: devtool check --only rules")
    }
    makeFolder(folder)
    do throws(FileError) {
      try writeFile(path, Array(text.utf8))
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    guard (try? setPermissions(0o755, of: path)) != nil else {
      throw CommandFailure(.missingInput, "cannot make \(path) executable")
    }
    return old == nil ? .installed : .updated
  }

  func uninstall() throws(CommandFailure) -> Outcome {
    guard let old = try current() else { return .absent }
    guard HookInstaller.isOurs(old) else {
      throw CommandFailure(.checkFailed, "the hook at \(path) is not devtool's; it stays as it is")
    }
    guard removeFile(path) else {
      throw CommandFailure(.missingInput, "cannot remove \(path)")
    }
    return .removed
  }

  private static func isOurs(_ text: String) -> Bool {
    text.split(separator: "\n").dropFirst().first?.hasPrefix(marker) ?? false
  }

  /// `nil` when there is no hook.
  private func current() throws(CommandFailure) -> String? {
    guard FileStatus(path, followsLink: false) != nil else { return nil }
    do throws(FileError) {
      return String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
  }

  /// Where this program is; absolute.
  static func toolPath() -> String {
    let name = CommandLine.arguments.first ?? "devtool"
    return realPath("/proc/self/exe") ?? realPath(name) ?? name
  }

  /// git calls the hook with what is pushed on standard input: `<local ref> <local id> <remote ref>
  /// <remote id>` in each line, and zeros for the id of what is deleted (githooks(5)).
  private static func script(tool: String) -> String {
    """
    #!/bin/sh
    \(marker)\(removal)
    # Checks the rules on what is pushed. `git push --no-verify` leaves it out once.
    devtool=$(command -v devtool) || devtool=\(shellQuoted(tool))
    while read -r ref id remote_ref remote_id; do
      case $id in *[!0]*) ;; *) continue ;; esac
      case $ref in refs/tags/*) continue ;; esac
      "$devtool" check --only rules --head "$id" --quiet </dev/null || exit $?
    done

    """
  }
}
