import CIModel
import Testing

@testable import CIRules

/// Every limit on messages at its edge: what just passes and what just does not, with gitlint's and
/// commitlint's names of the rules.
struct MessageLimitTests {
  /// - Parameters:
  ///   - passes: A message that is just right; its first line is the subject.
  ///   - fails: One that is just wrong.
  @Test(
    arguments: [
      ("T1, header-max-length", "commits", ["subject-max": .integer(5)], "Añadi", "Añadir"),
      ("T2", "commit-subject", [:], "Add it", "Add it "),
      (
        "T3, header-full-stop", "commit-subject", ["full-stop": .text("never")], "Add it", "Add it."
      ),
      ("T3 with others", "commit-subject", ["forbid-end": .text("!")], "Add it", "Add it!"),
      ("T3 of two dots", "commit-subject", [:], "Add it...", "Add it.."),
      ("T3 of another script", "commit-subject", [:], "Add it", "Add it。"),
      ("T3 of full width", "commit-subject", [:], "Add it", "Add it．"),
      ("T3 before a number", "commit-subject", [:], "Add it (#12)", "Add it. (#12)"),
      (
        "start case behind other blanks", "commit-subject", ["case": .text("start")],
        "Add\u{A0}The (2nd) It", "Add\u{A0}the It"
      ),
      (
        "start case in brackets", "commit-subject", ["case": .text("start")], "Add (The) --it",
        "Add (the) It"
      ),
      (
        "moods before a colon", "commit-subject", ["imperative": .boolean(true)],
        "Tests: add a part", "Fixed: a crash"
      ),
      (
        "moods in lists", "commit-subject", ["imperative": .boolean(true)], "- Add a part",
        "- Added a part"
      ),
      (
        "moods behind emoji", "commit-subject", ["imperative": .boolean(true)], "🐛 `Fixed` is read",
        "🐛 Fixed a part"
      ),
      (
        "moods of a single word", "commit-subject", ["imperative": .boolean(true)], "core: Updates",
        "core: updated"
      ),
      (
        "moods of quotations", "commit-subject", ["imperative": .boolean(true)],
        "\"Added\" is shown", "* feat: Added a part"
      ),
      (
        "moods of parts", "commit-subject", ["imperative": .boolean(true)], "Tests: add a part",
        "Fixes: a crash"
      ),
      (
        "T3 before a number of GitLab", "commit-subject", [:], "Add it (!12)", "Add it. (!12)"
      ),
      (
        "T5 in emphasis inside", "commit-subject", ["forbid-words": .text("do not merge")],
        "Add do_not_merge_yet", "Add, do **not** `merge`"
      ),
      (
        "moods behind two tags", "commit-subject", ["imperative": .boolean(true)],
        "[RN] [Android] Add a part", "[RN][Android] Added a part"
      ),
      (
        "moods behind two prefixes", "commit-subject", ["imperative": .boolean(true)],
        "core: ui: Add a part", "core: ui: Added a part"
      ),
      (
        "case behind a long scope", "commit-subject", ["case": .text("lower-first")],
        "fix(continuous-integration-and-delivery-pipelines): add it",
        "fix(continuous-integration-and-delivery-pipelines): Add it"
      ),
      (
        "case of a call", "commit-subject", ["case": .text("lower-first")],
        "init(name path: A) fails", "Init(name path: a) fails"
      ),
      (
        "case behind a scope of two words", "commit-subject", ["case": .text("lower-first")],
        "fix(core ui)!: add it", "fix(core ui)!: Add it"
      ),
      (
        "moods of options", "commit-subject", ["imperative": .boolean(true)],
        "-fixed is read", "✨ Added: a part"
      ),
      ("full-stop always", "commit-subject", ["full-stop": .text("always")], "Add it.", "Add it"),
      ("T4", "commit-subject", [:], "Add it", "Add\tit"),
      ("T5", "commit-subject", ["forbid-words": .text("wip")], "Add wipers", "Add WIP parts"),
      (
        "T5 in emphasis", "commit-subject", ["forbid-words": .text("wip")], "Add wip_count",
        "Add _wip_ parts"
      ),
      (
        "T5 between Han", "commit-subject", ["forbid-words": .text("wip")], "Add wipé and éwip",
        "临时wip提交"
      ),
      (
        "T5 of Han", "commit-subject", ["forbid-words": .text("临时")], "Add 不临时的", "Wip临时 parts"
      ),
      (
        "T5 before kana", "commit-subject", ["forbid-words": .text("do not merge")],
        "Do not mergeд", "Do not mergeです"
      ),
      (
        "T5 in fullwidth letters", "commit-subject", ["forbid-words": .text("v2")], "Add Ｖ２ａ",
        "Add Ｖ２"
      ),
      (
        "T5 of fullwidth letters", "commit-subject", ["forbid-words": .text("Ｗip")], "Add wipe",
        "Add _wip_ parts"
      ),
      (
        "T5 with what is not shown", "commit-subject", ["forbid-words": .text("wip")],
        "Add wi\u{301}p", "Add W\u{AD}IP\u{34F} parts"
      ),
      (
        "T5 of what is not shown", "commit-subject", ["forbid-words": .text("\u{200B}")],
        "Add parts", "Add p\u{200B}arts"
      ),
      (
        "T5 of several words", "commit-subject", ["forbid-words": .text("to do")], "Go onto do it",
        "Parser, To Do"
      ),
      (
        "T5 with an accent of its own", "commit-subject", ["forbid-words": .text("na ir\u{E9}")],
        "Vena ir\u{E9} it", "Na ire\u{301} it"
      ),
      (
        "T5 with signs", "commit-subject", ["forbid-words": .text("work-in-progress")],
        "Add work-in-progression", "Add work-in-progress parts"
      ),
      (
        "words of bodies", "commit-body", ["forbid-words": .text("to do")], "A\n\nWhy too\ndo it",
        "A\n\nMuch is to\ndo."
      ),
      (
        "T5 with other blanks", "commit-subject", ["forbid-words": .text("to do")],
        "Go onto  do it",
        "To \u{A0}do: parser"
      ),
      (
        "T5 of blanks", "commit-subject", ["forbid-words": .text("  ")], "Add parts", "Add  parts"
      ),
      (
        "words of quotations", "commit-body", ["forbid-words": .text("to do")],
        "A\n\n> Why too\n> do it", "A\n\n> Much is to\n> do."
      ),
      (
        "words of lists", "commit-body", ["forbid-words": .text("to do")], "A\n\n- too\n  do it",
        "A\n\n- Much is to\n  do."
      ),
      (
        "T5 with a control character in it", "commit-subject", ["forbid-words": .text("wip")],
        "Add wi\u{85}per", "Add w\u{1}i\u{85}p\u{7F}"
      ),
      (
        "T5 behind a control character", "commit-subject", ["forbid-words": .text("to do")],
        "Go onto\u{1} do it", "To\u{85}do\u{8}ne: parser"
      ),
      (
        "T5 with dashes", "commit-subject", ["forbid-words": .text("do not merge")],
        "Do-not merger", "[DO-NOT_MERGE] Add it"
      ),
      (
        "T5 of several phrases", "commit-subject",
        ["forbid-words": .list([.text("to do"), .text("to be done"), .text("c++")])],
        "Add to be doner c+", "Add to, to be\u{2011}done"
      ),
      (
        "T5 with one of few blanks", "commit-subject", ["forbid-words": .text("a -x")], "Add a-x",
        "Add a -x"
      ),
      (
        "words of trailers", "commit-body", ["forbid-words": .text("a hack")],
        "A\n\nWhy.\n\nCo-authored-by: A Hack <a@b.c>", "A\n\nWhy.\n\nWarning: this is\n a hack"
      ),
      (
        "words of breaking changes", "commit-body", ["forbid-words": .text("hack")],
        "A\n\nChange-Id: hack", "A\n\nBREAKING CHANGE: a hack"
      ),
      (
        "words with the sign of quotations", "commit-body", ["forbid-words": .text(">= 3")],
        "A\n\n> = 3", "A\n\n>= 3 of them"
      ),
      ("T3 before what is not shown", "commit-subject", [:], "Add it", "Add it.\u{200B}"),
      ("T3 before a control character", "commit-subject", [:], "Add\u{1} it", "Add it.\u{1}"),
      (
        "moods with control characters", "commit-subject", ["imperative": .boolean(true)],
        "Add\u{1} the parser", "Add\u{1}ed the parser"
      ),
      (
        "header-min-length of control characters", "commit-subject", ["min": .integer(5)],
        "Fix a", "Fix" + String(repeating: "\u{1}\u{7F}", count: 20)
      ),
      ("CC2 with control characters", "commits", [:], "w\u{1}ipe", "\u{1}w\u{85}ip: it"),
      (
        "moods with other blanks", "commit-subject", ["imperative": .boolean(true)],
        "Add\u{A0}the parser", "Ad\u{200B}ded\u{A0}the parser"
      ),
      ("T6, header-trim", "commit-subject", [:], "Add it", " Add it"),
      ("T7", "commit-subject", ["pattern": .text("^AB-[0-9]+ ")], "AB-1 Add", "AB- Add"),
      ("T8, header-min-length", "commit-subject", ["min": .integer(5)], "Añadi", "Añad"),
      ("header-max-length", "commit-subject", ["max": .integer(5)], "Añadi", "Añadir"),
      (
        "header-max-length of joined characters", "commit-subject", ["max": .integer(60)],
        "Fix 👨‍👩‍👧‍👦", "Fix " + String(repeating: "😀\u{200D}", count: 40)
      ),
      (
        "header-min-length of what is not shown", "commit-subject", ["min": .integer(5)], "Fix a",
        "Fix" + String(repeating: "\u{200B}", count: 20)
      ),
      (
        "header-min-length of empty patterns of Braille", "commit-subject", ["min": .integer(5)],
        "Fix a",
        "Fix" + String(repeating: "\u{2800}", count: 20)
      ),
      (
        "header-min-length of blanks", "commit-subject", ["min": .integer(5)], "a b c", "a      b"
      ),
      ("header-case", "commit-subject", ["case": .text("lower-first")], "core: add", "core: Add"),
      (
        "header-case behind emoji", "commit-subject", ["case": .text("sentence")], "✨ Add it",
        "✨ add it"
      ),
      (
        "header-case behind what is not shown", "commit-subject", ["case": .text("sentence")],
        "core: \u{200B}Add", "core: \u{200B}add"
      ),
      (
        "B1, body-max-line-length", "commit-body", ["line-max": .integer(9)], "A\n\näbc defgh",
        "A\n\näbc defghi"
      ),
      (
        "B1 with other blanks", "commit-body", ["line-max": .integer(9)], "A\n\näbc\u{A0}defghi",
        "A\n\näbc\u{2003}defghi"
      ),
      (
        "B1 after a sign", "commit-body", ["line-max": .integer(9)], "A\n\n- https://a.org/",
        "A\n\n- - - - - - a b c"
      ),
      (
        "B1 after a number", "commit-body", ["line-max": .integer(9)], "A\n\n[1] https://a.org/",
        "A\n\n[1] an address"
      ),
      (
        "B1 after a label", "commit-body", ["line-max": .integer(9)], "A\n\n[a b]: https://a.org/",
        "A\n\n[note defghi"
      ),
      (
        "B1 of a link", "commit-body", ["line-max": .integer(9)], "A\n\n[a b](https://a.org/)",
        "A\n\n[a b] cdefgh"
      ),
      ("B2", "commit-body", [:], "A\n\nWhy", "A\n\nWhy "),
      ("B3", "commit-body", [:], "A\n\nWhy so", "A\n\nWhy\tso"),
      ("B4, body-leading-blank", "commits", [:], "A\n\nWhy", "A\nWhy"),
      ("B5, body-min-length", "commit-body", ["min": .integer(3)], "A\n\nWhy", "A\n\nWy"),
      (
        "B5 of blank lines", "commit-body", ["min": .integer(5)], "A\n\na\n\nbcd",
        "A\n\na\n\n\n\n\nb"
      ),
      ("body-max-length", "commit-body", ["max": .integer(3)], "A\n\nWhy", "A\n\nWhys"),
      ("B6, body-empty", "commit-body", ["required": .text("always")], "A\n\nWhy", "A"),
      ("body-empty never", "commit-body", ["required": .text("never")], "A", "A\n\nWhy"),
      (
        "B6 with blank lines", "commit-body", ["required": .text("always")], "A\n\n\n\nWhy",
        "A\n\n\n\n"
      ),
      ("B7", "commit-body", ["mention": .text("a.txt")], "A\n\nChange a.txt", "A\n\nChange it"),
      ("B8", "commit-body", ["pattern": .text("^Why")], "A\n\nWhy", "A\n\nBecause"),
      ("body-case", "commit-body", ["case": .text("sentence")], "A\n\nWhy", "A\n\nwhy"),
      (
        "body-case behind what is not shown", "commit-body", ["case": .text("sentence")],
        "A\n\n\u{200B}\n\u{200B}Why", "A\n\n\u{200B}\n\u{200B}why"
      ),
      (
        "body-full-stop before what is not shown", "commit-body", ["full-stop": .text("never")],
        "A\n\nWhy\u{200B}", "A\n\nWhy.\u{200B}\n\u{200B}"
      ),
      ("body-full-stop", "commit-body", ["full-stop": .text("always")], "A\n\nWhy.", "A\n\nWhy"),
      (
        "CC1, signed-off-by", "commit-footers", ["sign-off": .boolean(true)],
        "A\n\nSigned-off-by: Ada <ada@lovelace.org>", "A\n\nSigned-off-by: Bob <bob@example.com>"
      ),
      ("CC2", "commits", [:], "fixup a", "fixup! A"),
      ("CC2 squash", "commits", [:], "squash it", "squash! A"),
      ("CC2 in brackets", "commits", [:], "[fixups] A", "[fixup] A"),
      ("CC2 amend", "commits", [:], "amend it", "amend! A"),
      (
        "trailer-exists", "commit-footers", ["require": .text("Acked-by")], "A\n\nAcked-by: B",
        "A\n\nAcked: B"
      ),
      (
        "trailer-exists with a value", "commit-footers", ["require": .text("Acked-by")],
        "A\n\nAcked-by:\nAcked-by: B", "A\n\nAcked-by:"
      ),
      (
        "trailer-exists with more than signs", "commit-footers", ["require": .text("Acked-by")],
        "A\n\nAcked-by: Ä", "A\n\nAcked-by: <>"
      ),
      (
        "trailer-exists with a visible value", "commit-footers", ["require": .text("Acked-by")],
        "A\n\nAcked-by:\n B", "A\n\nAcked-by: \u{200B}"
      ),
      ("references-empty", "commit-footers", ["references": .text("#[0-9]+")], "A (#1)", "A (#x)"),
      (
        "footer-max-line-length", "commit-footers", ["line-max": .integer(9)], "A\n\nX-Y: abcd",
        "A\n\nX-Y: abcde"
      ),
      (
        "footer-max-length", "commit-footers", ["max": .integer(9)], "A\n\nX-Y: abcd",
        "A\n\nX-Y: abcde"
      ),
      (
        "footer-min-length", "commit-footers", ["min": .integer(9)], "A\n\nX-Y: abcd",
        "A\n\nX-Y: abc"
      ),
      (
        "footer-min-length of what is not shown", "commit-footers", ["min": .integer(9)],
        "A\n\nX-Y: ab\nZ:", "A\n\nX-Y: abc\u{200B}"
      ),
      (
        "footer-max-line-length of joined characters", "commit-footers", ["line-max": .integer(30)],
        "A\n\nX-Y: 👨‍👩‍👧‍👦",
        "A\n\nX-Y: " + String(repeating: "😀\u{200D}", count: 40)
      ),
      (
        "breaking change of a version", "commits", ["breaking": .text("never")], "1.2.3\n\nWhy",
        "1.2.3\n\nBREAKING CHANGE: all"
      ),
      (
        "breaking change of a revert", "commits", ["breaking": .text("never")],
        "Revert \"a\"\n\nThis reverts commit 0a1b2c3d.",
        "Revert \"a\"\n\nThis reverts commit 0a1b2c3d.\n\nBREAKING CHANGE: all"
      ),
      (
        "footer-leading-blank", "commit-footers", [:], "A\n\nWhy\n\nAcked-by: B",
        "A\n\nWhy\nAcked-by: B"
      ),
      (
        "a subject of two lines, as git shows it", "commit-subject", ["max": .integer(5)],
        "A b\n\nwhy", "A b\nwhy"
      ),
      (
        "I1 of a whole subject", "commit-subject",
        ["forbid-words": .text("wip"), "skip-subjects": .text("^Release [0-9.]+$")],
        "Release 1.0\n\nWIP", "Release 1.0\nWIP"
      ),
      (
        "T5 of a revert's whole subject", "commit-subject", ["pattern": .text("^AB-")],
        "Revert \"a\"\n\nThis reverts commit 0a1b2c3d.",
        "Revert \"a\"\nb\n\nThis reverts commit 0a1b2c3d."
      ),
      (
        "words of reverts", "commit-body", ["forbid-words": .text("hack")],
        "Revert \"a\"\n\nThis reverts commit 0a1b2c3d. \n\nA\tb",
        "Revert \"a\"\n\nThis reverts commit 0a1b2c3d.\n\nA hack"
      ),
      (
        "trailers beside an address", "commit-footers", ["forbid": .text("Skip-CI")],
        "A\n\nSee\nhttps://a.org/\nSkip-CI: yes", "A\n\nhttps://a.org/\nSkip-CI: yes"
      ),
      (
        "trailers above a divider", "commit-footers", ["forbid": .text("Skip-CI")],
        "A\n\nSkip-CI: yes\n----\nnotes\n\nmore", "A\n\nSkip-CI: yes\n---\nnotes\n\nmore"
      ),
      (
        "trailers above two dividers", "commit-footers", ["forbid": .text("Skip-CI")],
        "A\n\nFixes: B\n--- a\nSkip-CI: yes\n---\nmore",
        "A\n\nFoo: B\n  c\nSkip-CI: yes\n--- a\n---\n"
      ),
      ("M1", "commit-authors", ["email": .text("@lovelace\\.org$")], "A", "nobody@example.com"),
      ("CT1, type-empty", "commits", ["style": .text("conventional")], "fix: a", "a"),
      (
        "type-enum", "commits", ["style": .text("conventional"), "types": .text("fix")], "fix: a",
        "feat: a"
      ),
      (
        "type-case", "commits", ["style": .text("conventional"), "type-case": .text("lower")],
        "fix: a", "Fix: a"
      ),
      (
        "type-max-length", "commits", ["style": .text("conventional"), "type-max": .integer(3)],
        "fix: a", "feat: a"
      ),
      (
        "type-min-length", "commits", ["style": .text("conventional"), "type-min": .integer(4)],
        "feat: a", "fix: a"
      ),
      (
        "scope-empty", "commits",
        ["style": .text("conventional"), "scope-required": .text("always")], "fix(a): b", "fix: b"
      ),
      (
        "scope-empty with separators", "commits",
        ["style": .text("conventional"), "scope-required": .text("always")], "fix(a,): b",
        "fix(,/): b"
      ),
      (
        "scope-empty that is not shown", "commits", ["style": .text("conventional")], "fix(*): b",
        "fix(\u{200B} ): b"
      ),
      (
        "scope-empty never", "commits",
        ["style": .text("conventional"), "scope-required": .text("never")], "fix: b", "fix(a): b"
      ),
      (
        "scope-enum", "commits", ["style": .text("conventional"), "scopes": .text("a")],
        "fix(a): b", "fix(c): b"
      ),
      (
        "scope-enum of several", "commits",
        ["style": .text("conventional"), "scopes": .list([.text("a"), .text("b")])],
        "fix(a, b): c", "fix(a b): c"
      ),
      (
        "scope-case", "commits", ["style": .text("conventional"), "scope-case": .text("kebab")],
        "fix(a-b): c", "fix(aB): c"
      ),
      (
        "scope-max-length", "commits", ["style": .text("conventional"), "scope-max": .integer(2)],
        "fix(ab): c", "fix(abc): c"
      ),
      (
        "scope-min-length", "commits", ["style": .text("conventional"), "scope-min": .integer(2)],
        "fix(ab): c", "fix(a): c"
      ),
      (
        "subject-max-length", "commits",
        ["style": .text("conventional"), "description-max": .integer(3)], "fix: añb", "fix: añbc"
      ),
      (
        "subject-min-length", "commits",
        ["style": .text("conventional"), "description-min": .integer(3)], "fix: añb", "fix: añ"
      ),
      ("subject-empty", "commits", ["style": .text("conventional")], "fix: a", "fix: "),
      (
        "breaking-change-exclamation-mark", "commits",
        ["style": .text("conventional"), "breaking": .text("both")],
        "fix!: a\n\nBREAKING CHANGE: all", "fix: a\n\nBREAKING CHANGE: all"
      ),
      (
        "a breaking change above other trailers", "commits", ["breaking": .text("both")],
        "fix!: a\n\nBREAKING CHANGE: b.\n\nCloses #12",
        "fix: a\n\nBREAKING CHANGE: b.\n\nCloses #12"
      ),
      (
        "a breaking change in a list", "commits", ["breaking": .text("footer")],
        "fix!: a\n\nBREAKING CHANGE:\n\n- b", "fix!: a\n\nBREAKING CHANGE:\n\nCloses #12"
      ),
      (
        "a breaking change of two lines", "commits", ["breaking": .text("mark")],
        "fix: a\n\nThis is no\nBREAKING CHANGES", "fix: a\n\nBREAKING CHANGE: b, and\nc."
      ),
      (
        "subject-exclamation-mark", "commits",
        ["style": .text("conventional"), "breaking": .text("never")], "fix: a", "fix!: a"
      ),
      (
        "a breaking change in the middle", "commits",
        ["style": .text("conventional"), "breaking": .text("never")],
        "fix: a\n\nNo BREAKING CHANGE: b\n\nWhy.", "fix: a\n\nBREAKING CHANGE:\tb\n\nWhy."
      ),
      (
        "a trailer with an accent at its colon", "commit-footers",
        ["forbid": .text("Co-authored-by")], "A\n\nFixes: B", "A\n\nCo-authored-by:\u{301} B"
      ),
      ("an empty message", "commits", [:], "A", ""),
      ("T8 of an empty message", "commit-subject", ["min": .integer(1)], "A", ""),
      ("T7 of an empty message", "commit-subject", ["pattern": .text("^A")], "A", ""),
    ] as [(String, String, [String: RuleSettings.Value], String, String)])
  func limit(
    name: String, rule: String, values: [String: RuleSettings.Value], passes: String, fails: String
  ) {
    #expect(findings(rule, values, passes) == [], "\(name)")
    #expect(!findings(rule, values, fails).isEmpty, "\(name)")
  }

  private func findings(
    _ rule: String, _ values: [String: RuleSettings.Value], _ message: String
  ) -> [String] {
    var facts = Facts()
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isBlank = lines.count < 2 || lines[1].isEmpty
    let author = Commit.Signature(
      name: "Ada",
      email: message.contains("@example.com") && !message.contains(" ")
        ? message : "ada@lovelace.org", date: Timestamp(secondsSinceEpoch: 0))
    let commit = Commit(
      id: String(repeating: "c", count: 40), subject: lines[0],
      body: lines.dropFirst(isBlank ? 2 : 1).joined(separator: "\n"), author: author,
      committer: author, hasBlankSecondLine: isBlank)
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b", files: [FileChange(.modified, "a.txt", additions: 1)],
      commits: [commit])
    return RuleSet(settings: [RuleSettings(id: rule, values: values)], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  @Test func linesThatAreSkippedCountForNothing() {
    let wide = "https://example.com/a b " + String(repeating: "x", count: 80)
    #expect(!findings("commit-body", [:], "A\n\n" + wide).isEmpty)
    #expect(findings("commit-body", ["skip-lines": .text("^https:")], "A\n\n" + wide) == [])
  }

  @Test(arguments: [
    "1.2.3", "v1.2.3", "v1.2.3-rc.1+5", "Revert \"fix a\"\n\nThis reverts commit 0a1b2c3d.",
    "Reapply \"fix a\"\n\nThis reverts commit 0a1b2c3d.", "fixup! a",
    "Revert \"fix a\"\n\nReverts a/b#12", "Revert \"a\"\n\nThis reverts merge request a/b!12",
  ])
  func toolsWriteWhatTheyWrite(subject: String) {
    let values: [String: RuleSettings.Value] = [
      "style": .text("conventional"), "forbid": .list([]),
    ]
    #expect(findings("commits", values, subject) == [])
  }

  @Test(arguments: [
    "1.2", "v1.2.3 is out", "1.2.x", "Reverts a", "Revert \"fix a\"", "1.2.3-a_b", "1.2.3+a!:b",
    "1.2.3-a\u{2800}b", "1.2.3a", "Revert \"a\"\n\nThis reverts commit of nobody.",
    "Revert \"a\"\n\nReverts nothing.",
  ])
  func peopleDoNot(subject: String) {
    #expect(!findings("commits", ["style": .text("conventional")], subject).isEmpty)
  }
}
