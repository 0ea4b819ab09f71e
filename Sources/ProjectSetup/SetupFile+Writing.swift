internal import FileSystem

extension SetupFile {
  /// The functions that report on written files.
  package struct Listener {
    /// Prints lines of the result.
    package var say: (String) throws -> Void
    /// Prints a message without a final line break.
    package var complain: (String) -> Void

    package init(say: @escaping (String) throws -> Void, complain: @escaping (String) -> Void) {
      (self.say, self.complain) = (say, complain)
    }
  }

  /// Writes files that do not exist; existing ones stay unchanged.
  ///
  /// - Parameter isShown: Whether the files are printed instead of written.
  /// - Returns: Whether all files exist now, or would exist.
  package static func write(
    _ files: [SetupFile], isShown: Bool, _ listener: Listener
  ) throws -> Bool {
    var areThere = true
    for file in files {
      switch (try file.state(), isShown) {
      case (.present, _): try listener.say("\(file.path) already exists.\n")
      case (.taken, true):
        try listener.say(
          "==> \(file.path) (another file exists and is left unchanged) <==\n\(file.text)\n")
      case (_, true): try listener.say("==> \(file.path) <==\n\(file.text)\n")
      case (.taken, false):
        areThere = false
        listener.complain(file.advice)
      case (let state, false):
        try file.write()
        try listener.say(
          "\(state == .missing ? "Wrote" : "Updated") \(file.path): \(file.purpose).\n")
      }
    }
    return areThere
  }

  private var advice: String {
    let lines = byHand.split(separator: "\n", omittingEmptySubsequences: false)
    return "devtool: error: another \(path) exists; it is left unchanged\n"
      + "  help: Add this to it by hand (`--dry-run` shows the whole file):\n"
      + lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}
