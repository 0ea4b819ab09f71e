import CIModel

extension TestCase {
  /// Parses a printed name: `MathTests.testAdd`, `-[Mod.MathTests testAdd]`, `MathTests/add()`,
  /// `add(_:)`, or a display name.
  init(printed name: String, _ framework: TestFramework) {
    var module: String?
    var suite: String?
    var function = name
    if framework == .xctest {
      if name.hasPrefix("-["), name.hasSuffix("]"), let blank = name.firstIndex(of: " ") {
        var type = name.dropFirst(2).prefix(upTo: blank)
        if let dot = type.firstIndex(of: ".") {
          module = String(type[..<dot])
          type = type[type.index(after: dot)...]
        }
        suite = String(type)
        function = String(name[name.index(after: blank)...].dropLast())
      } else if let dot = name.lastIndex(of: ".") {
        suite = String(name[..<dot])
        function = String(name[name.index(after: dot)...])
      }
    } else if name.hasSuffix(")"), let slash = name.lastIndex(of: "/") {
      suite = String(name[..<slash])
      function = String(name[name.index(after: slash)...])
    }
    var id: String?
    if let module, let suite { id = "\(module).\(suite)/\(function)" }
    self.init(
      name: name, id: id, framework: framework, module: module, suite: suite, function: function,
      outcome: .unfinished)
  }

  /// Whether xcodebuild or SwiftPM use this name for the test: `Suite.test()`, `-[Suite test]`,
  /// `Mod.Suite/test` or `Mod.Suite.test`.
  func isCalled(_ other: String) -> Bool {
    if name == other || id == other { return true }
    let theirs = TestCase(printed: other.replacingSlash(), framework)
    func bare(_ text: String?) -> Substring {
      let text = text ?? ""
      return text.hasSuffix("()") ? text.dropLast(2) : Substring(text)
    }
    guard bare(theirs.function) == bare(function) else { return false }
    let suite = suite ?? ""
    let theirSuite = theirs.suite ?? ""
    return suite == theirSuite || theirSuite.hasSuffix("." + suite)
  }
}

extension TestCase {
  /// The name of its function on a stack: `MathTests.testAdd()` for an XCTest, and `add(_:)` for a
  /// test of Swift Testing, whose suite the log does not name.
  var functionOnStack: String {
    framework == .xctest ? "\(suite ?? "").\(function)()" : function
  }
}

extension String {
  /// `Mod.Suite/test` as `Mod.Suite.test`.
  fileprivate func replacingSlash() -> String {
    guard let slash = lastIndex(of: "/") else { return self }
    return "\(self[..<slash]).\(self[index(after: slash)...])"
  }
}
