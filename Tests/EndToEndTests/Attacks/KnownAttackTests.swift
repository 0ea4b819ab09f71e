import TestSupport
import Testing

/// The harness itself: a gate that holds, and one that a clean change passes.
@Suite(.blocking) struct KnownAttackTests {
  @Test(arguments: attacks) func holds(_ attack: Attack) throws { try attack.play() }

  private static let attacks: [Attack] = [
    Attack(
      name: "token in a new file", setUp: "new; base; echo $TOK > b; ci",
      shows: ["GitHub token in an added line"]),
    Attack(name: "nothing hostile", setUp: "new; base; echo b > b; ci", status: 0),
    Attack(
      name: "branch edits .ci.yml",
      setUp: "new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci"),
  ]
}
