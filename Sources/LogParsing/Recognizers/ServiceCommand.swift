/// Recognizes CI services' own lines.
///
///     ##[group]Run swift test
///     ##[error]Process completed with exit code 1.
///     ::endgroup::
///     section_start:1560896352:build_script
///     ERROR: Job failed: exit code 1
///     ERROR: script returned exit code 1
///     The command "swift test" exited with 1.
///     🚨 Error: The command exited with status 1
///
/// Source: logs of GitHub Actions, Azure Pipelines, GitLab, TeamCity, Travis, Jenkins and Buildkite.
struct ServiceCommand: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("#:sEtT\u{1F6A8}")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard line.indent == 0 else { return nil }
    switch rest.first {
    case UInt8(ascii: "#"):
      if rest.starts(with: "##teamcity[") { return .notice }
      guard rest.skip("##["), let kind = rest.take(upTo: "]"), kind.count < 16 else { return nil }
      return kind.equals("error") && !rest.isEmpty ? .failureWrapper(rest.text) : .notice
    case UInt8(ascii: ":"):
      return Self.commands.contains { rest.starts(with: $0) } ? .notice : nil
    case UInt8(ascii: "s"):
      return rest.starts(with: "section_start:") || rest.starts(with: "section_end:")
        ? .notice : end(rest)
    case UInt8(ascii: "t"):
      return rest.starts(with: "travis_fold:") || rest.starts(with: "travis_time:")
        ? .notice : nil
    default:
      return rest.starts(with: "ERROR: Job failed: ") ? .failureWrapper(rest.text) : end(rest)
    }
  }

  /// The end of a command with its status.
  private func end(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    if rest.skip("The command \"") {
      guard rest.take(upToLast: "exited with ") != nil else { return nil }
    } else {
      _ = rest.skip("ERROR: ")
      guard
        rest.skip("script returned exit code ")
          || rest.skip("\u{1F6A8} Error: The command exited with status ")
      else { return nil }
    }
    return rest.integer().map { $0 == 0 ? .notice : .failureWrapper(content.text) }
  }

  private static let commands: [StaticString] = [
    "::add-mask::", "::debug::", "::echo::", "::endgroup::", "::error", "::group::", "::notice",
    "::set-output ", "::stop-commands::", "::warning",
  ]
}
