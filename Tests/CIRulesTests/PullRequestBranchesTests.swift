import CIModel
import CIRules
import Testing

/// Anybody can call a branch like those of a merge queue.
@Test(
  arguments: [
    (.mergeQueue, 0), (.push, 0), (.pullRequest, 1), (.local, 1), (nil, 1),
  ] as [(Surroundings.Event?, Int)])
func branchesOfAMergeQueue(event: Surroundings.Event?, count: Int) {
  var facts = Facts()
  facts.surroundings.event = event
  facts.pullRequest = PullRequest(branch: "gh-readonly-queue/main/pr-1-abc", base: "main")
  let settings = RuleSettings(id: "pr-branches", values: ["branch": .text("fix/.+")])
  let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
  #expect(found.count == count)
}
