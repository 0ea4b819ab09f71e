/// The pull request (merge request, change) under check, as described by the CI service or the
/// command line.
///
/// `nil` means unknown: services report different properties, and a rule that needs an unknown one
/// reports that instead of assuming it is empty.
package struct PullRequest: Codable, Hashable, Sendable {
  @NullCoded package var number: Int?
  /// The address of its web page.
  @NullCoded package var url: String?
  @NullCoded package var title: String?
  /// The description; empty when the author wrote none.
  @NullCoded package var body: String?
  /// The login of its author.
  @NullCoded package var author: String?
  @NullCoded package var labels: [String]?
  @NullCoded package var draft: Bool?
  /// The branch that the change comes from, without `refs/heads/`.
  @NullCoded package var branch: String?
  /// The branch that the change goes to, without `refs/heads/`.
  @NullCoded package var base: String?
  /// The title of its milestone; empty when none is set.
  @NullCoded package var milestone: String?
  /// When the milestone is due; `nil` when it has no date, or the date is not known.
  package var milestoneDue: Timestamp?
  /// The logins of the assignees.
  @NullCoded package var assignees: [String]?
  /// Logins and teams that were asked for a review.
  @NullCoded package var reviewers: [String]?
  /// Whether the branch is in a different repository than the base.
  @NullCoded package var fork: Bool?
  /// The relation of the author to the repository: one of `associations`.
  package var association: String?
  /// Whether all required approvals were given.
  package var approved: Bool?
  /// Whether it can be merged without a conflict; `nil` while the service has not determined it.
  package var mergeable: Bool?
  package var merged: Bool?
  /// Whether maintainers may push to the branch of a fork.
  package var maintainerCanModify: Bool?
  /// The time at which it was opened.
  package var created: Timestamp?

  /// GitHub's names of the relations between author and repository, in lower case.
  ///
  /// Source: https://docs.github.com/graphql/reference/enums#commentauthorassociation
  package static let associations = [
    "collaborator", "contributor", "first_time_contributor", "first_timer", "mannequin", "member",
    "none", "owner",
  ]

  package init(
    number: Int? = nil, url: String? = nil, title: String? = nil, body: String? = nil,
    author: String? = nil, labels: [String]? = nil, draft: Bool? = nil, branch: String? = nil,
    base: String? = nil, milestone: String? = nil, milestoneDue: Timestamp? = nil,
    assignees: [String]? = nil,
    reviewers: [String]? = nil, fork: Bool? = nil, association: String? = nil,
    approved: Bool? = nil, mergeable: Bool? = nil, merged: Bool? = nil,
    maintainerCanModify: Bool? = nil, created: Timestamp? = nil
  ) {
    self.number = number
    self.url = url
    self.title = title
    self.body = body
    self.author = author
    self.labels = labels
    self.draft = draft
    self.branch = branch
    self.base = base
    self.milestone = milestone
    self.milestoneDue = milestoneDue
    self.assignees = assignees
    self.reviewers = reviewers
    self.fork = fork
    self.association = association
    self.approved = approved
    self.mergeable = mergeable
    self.merged = merged
    self.maintainerCanModify = maintainerCanModify
    self.created = created
  }

  /// The properties of `other`, and those of this value where `other` has none.
  package func overridden(by other: PullRequest) -> PullRequest {
    PullRequest(
      number: other.number ?? number, url: other.url ?? url, title: other.title ?? title,
      body: other.body ?? body, author: other.author ?? author, labels: other.labels ?? labels,
      draft: other.draft ?? draft, branch: other.branch ?? branch, base: other.base ?? base,
      milestone: other.milestone ?? milestone, milestoneDue: other.milestoneDue ?? milestoneDue,
      assignees: other.assignees ?? assignees,
      reviewers: other.reviewers ?? reviewers, fork: other.fork ?? fork,
      association: other.association ?? association, approved: other.approved ?? approved,
      mergeable: other.mergeable ?? mergeable, merged: other.merged ?? merged,
      maintainerCanModify: other.maintainerCanModify ?? maintainerCanModify,
      created: other.created ?? created)
  }
}
