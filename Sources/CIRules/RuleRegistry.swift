package import CIModel

/// All built-in rules.
package enum RuleRegistry {
  /// Sorted by id.
  package static let rules: [any Rule.Type] = [
    AddedLinesRule.self,
    AreasRule.self,
    BinaryFilesRule.self,
    ChangelogRule.self,
    CodeownersRule.self,
    CommitAuthorsRule.self,
    CommitBodyRule.self,
    CommitFootersRule.self,
    CommitSubjectRule.self,
    CommitsRule.self,
    CompanionFilesRule.self,
    ConflictMarkersRule.self,
    CoveredFilesRule.self,
    DisabledTestsRule.self,
    FileModesRule.self,
    FileNamesRule.self,
    FixNeedsTestRule.self,
    FocusedTestsRule.self,
    LargeFilesRule.self,
    LargeFileStorageRule.self,
    LicenceHeaderRule.self,
    LinterReportsRule.self,
    LockFilesRule.self,
    MergeCommitsRule.self,
    PullRequestBodyRule.self,
    PullRequestBranchesRule.self,
    PullRequestDraftRule.self,
    PullRequestLabelsRule.self,
    PullRequestPeopleRule.self,
    PullRequestSizeRule.self,
    PullRequestTicketsRule.self,
    PullRequestTitleRule.self,
    ProtectedFilesRule.self,
    ProtectedKeysRule.self,
    RemovedTestsRule.self,
    SecretsRule.self,
    SlowChangedTestsRule.self,
    SlowerTestsRule.self,
    TestMocksRule.self,
    TestWaitsRule.self,
    TestsWithSourcesRule.self,
    TodoTicketsRule.self,
  ]

  /// Sorted by id. The configuration is validated against them.
  package static var descriptors: [RuleDescriptor] { rules.map { $0.descriptor } }

  /// The ids of the rules that can judge a commit message alone; sorted.
  package static let messageRules = [
    "commit-authors", "commit-body", "commit-footers", "commit-subject", "commits",
  ]

  /// The built-in rule that a custom rule is an instance of; `nil` for every other rule.
  package static func original(of settings: RuleSettings) -> (any Rule.Type)? {
    settings.rule == settings.id || CustomRuleRegistry.family(id: settings.rule) != nil
      ? nil : rule(id: settings.rule)
  }

  package static func rule(id: String) -> (any Rule.Type)? {
    rules.first { $0.descriptor.id == id }
  }
}
