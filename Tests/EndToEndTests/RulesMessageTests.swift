import Foundation
import TestSupport
import Testing

/// `devtool rules message`: a message before it is committed.
@Suite(.blocking) struct RulesMessageTests {
  private static let config = """
    rules:
      commits: { level: error, style: conventional, subject-max: 20 }
      commit-body: { required: always }
      commit-authors: { email: "@example.com$" }
      pr-size: { warn: 1 }
    """

  private func judge(
    _ message: String, _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> CommandResult {
    let pipeline = try ScratchPipeline(Self.config)
    var variables: [String: String?] = [
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
    ]
    variables.merge(environment) { $1 }
    return try pipeline.tool.start(
      ["rules", "message"] + arguments, in: pipeline.path, environment: variables, input: message
    ).finish()
  }

  @Test(arguments: [
    ("fix: a\n\nWhy.\n", 0, ""),
    ("# a comment\nfix: a\n\n# another\nWhy.\n", 0, ""),
    ("fix: a   \n\n\n\nWhy.\n\n", 0, ""),
    ("fix: a\n\nWhy.\n# ------------------------ >8 ------------------------\ndiff \n", 0, ""),
    ("fixup! whatever\n", 0, ""),
    ("fix: a\nWhy.\n", 1, "error: the message \"fix: a\": line 2 is not blank [commits]"),
    ("fix: a\n", 0, "warning: the message \"fix: a\" has no body [commit-body]"),
    ("Fix it\n\nWhy.\n", 1, "error: the message \"Fix it\": subject does not follow"),
    ("fix: 12345678901234567\n\nWhy.\n", 1, "subject has 22 characters, limit is 20"),
    ("# nothing\n\n", 69, ""),
    ("", 69, ""),
  ])
  func judges(message: String, status: Int, said: String) throws {
    let result = try judge(message)
    #expect(result.status == status, "\(result.standardOutput)\(result.standardError)")
    if said.isEmpty {
      #expect(result.standardOutput == "")
    } else {
      #expect(result.standardOutput.contains(said), "\(result.standardOutput)")
    }
  }

  @Test func takesWhatItIsTold() throws {
    #expect(try judge("; x\nfix: a\n\nWhy.\n", "--comment-char", ";").status == 0)
    #expect(try judge("; x\nfix: a\n\nWhy.\n").status == 1)
    #expect(try judge("fix: a\n", "--fail-on", "warning").status == 1)
    #expect(try judge("Fix it\n", "--fail-on", "never").status == 0)
    let author = try judge("fix: a\n\nWhy.\n", environment: ["GIT_AUTHOR_EMAIL": "ada@other.org"])
    #expect(author.standardOutput.contains("[commit-authors]"))
    let unknown = try judge("fix: a\n\nWhy.\n", environment: ["GIT_AUTHOR_EMAIL": nil])
    #expect(unknown.status == 0)
    #expect(
      unknown.standardError.contains(
        "not checked, because the author is not known: commit-authors."))
    #expect(!author.standardError.contains("not checked"))
    #expect(try judge("", "nowhere.txt").status == 69)
    #expect(try judge("", "--fail-on", "always").status == 64)
  }

  /// As git runs it, with a message from an editor and in a merge.
  @Test func worksAsAHook() throws {
    let repository = try ScratchRepository()
    let tool = try BuiltTool()
    try repository.commit("fix: begin", [".ci.yml": "rules: { commits: { level: error } }\n"])
    try repository.directory.write(
      "#!/bin/sh\nexec '\(tool.path)' rules message \"$1\"\n", to: ".git/hooks/commit-msg")
    try repository.shell(
      """
      chmod +x .git/hooks/commit-msg
      export LLVM_PROFILE_FILE=/dev/null
      git config core.commentChar ';'
      printf '#!/bin/sh\\nprintf "# no comment\\n\\nWhy.\\n; a comment\\n" > "$1"\\n' > editor
      chmod +x editor
      GIT_EDITOR=./editor git commit -q --allow-empty
      git checkout -q -b topic; git commit -q --allow-empty -m 'Add a part'
      git checkout -q main; git commit -q --allow-empty -m 'Add another'
      """)
    #expect(try repository.git("log", "-1", "--format=%s", "main~1") == "# no comment")
    let long = String(repeating: "x", count: 101)
    #expect(throws: ScratchRepository.GitFailure.self) {
      try repository.shell("LLVM_PROFILE_FILE=/dev/null git commit -q --allow-empty -m \(long)")
    }
    // A merge's message is written by git, and left alone.
    try repository.shell("LLVM_PROFILE_FILE=/dev/null git merge -q --no-ff -m \(long) topic")
    #expect(try repository.git("log", "-1", "--format=%s") == long)
  }
}
