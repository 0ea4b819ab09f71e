/// The exit statuses of devtool; the numbers above 63 follow `sysexits.h`.
package enum ExitCode: Hashable, Sendable {
  /// Every requested check passed; warnings are allowed.
  case success
  /// A check or a step failed.
  case checkFailed
  /// The command line is invalid.
  case badCommandLine
  /// An input of the check is missing: merge base, toolchain, coverage data, a package.
  case missingInput
  /// A bug in devtool.
  case internalError
  /// Another run uses the checkout and `--no-wait` was given, or a service asks to retry later.
  case tryAgain
  /// A token is missing or lacks a permission.
  case noPermission
  /// `.ci.yml` is invalid.
  case badConfiguration
  /// A step timed out, and nothing else failed.
  case timedOut
  /// A signal ended the run: 130 for SIGINT, 143 for SIGTERM.
  case cancelled(signal: Int32)
  /// The reader of standard output closed it.
  case brokenPipe

  package var status: Int32 {
    switch self {
    case .success: 0
    case .checkFailed: 1
    case .badCommandLine: 64
    case .missingInput: 69
    case .internalError: 70
    case .tryAgain: 75
    case .noPermission: 77
    case .badConfiguration: 78
    case .timedOut: 124
    case .cancelled(let signal): 128 + signal
    case .brokenPipe: 141
    }
  }
}
