import CIModel
import CIServices
import Testing

/// Where each service shows a run and a commit, by its variables.
struct ServiceLinksTests {
  @Test(arguments: [
    Row(
      "github",
      [
        "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r",
        "GITHUB_RUN_ID": "7", "GITHUB_RUN_NUMBER": "2",
      ], "github.com", run: "/o/r/actions/runs/7", commits: "/o/r/commit/"),
    Row(
      "forgejo",
      [
        "GITHUB_SERVER_URL": "https://code.example:3000", "GITHUB_REPOSITORY": "o/r",
        "GITHUB_RUN_ID": "7", "GITHUB_RUN_NUMBER": "2",
      ], "code.example:3000", run: "/o/r/actions/runs/2", commits: "/o/r/commit/"),
    Row(
      "gitlab",
      [
        "CI_SERVER_URL": "https://gitlab.com", "CI_JOB_URL": "https://gitlab.com/g/p/-/jobs/9",
        "CI_PROJECT_URL": "https://gitlab.com/g/p",
      ], "gitlab.com", run: "/g/p/-/jobs/9", commits: "/g/p/-/commit/"),
    Row(
      "azure",
      [
        "SYSTEM_COLLECTIONURI": "https://dev.azure.com/org/", "SYSTEM_TEAMPROJECT": "My Project",
        "BUILD_BUILDID": "12", "BUILD_REPOSITORY_PROVIDER": "TfsGit", "BUILD_REPOSITORY_NAME": "r",
      ], "dev.azure.com", run: "/org/My%20Project/_build/results?buildId=12",
      commits: "/org/My%20Project/_git/r/commit/"),
    Row(
      "azure",
      [
        "SYSTEM_COLLECTIONURI": "https://dev.azure.com/org/", "SYSTEM_TEAMPROJECT": "P",
        "BUILD_BUILDID": "12", "BUILD_REPOSITORY_PROVIDER": "GitHub",
        "BUILD_REPOSITORY_NAME": "o/r",
      ], "dev.azure.com", run: "/org/P/_build/results?buildId=12"),
    Row(
      "bitbucket", ["BITBUCKET_REPO_FULL_NAME": "w/r", "BITBUCKET_BUILD_NUMBER": "3"],
      "bitbucket.org", run: "/w/r/pipelines/results/3", commits: "/w/r/commits/"),
    Row(
      "appveyor",
      [
        "APPVEYOR_URL": "https://ci.appveyor.com", "APPVEYOR_ACCOUNT_NAME": "a",
        "APPVEYOR_PROJECT_SLUG": "p", "APPVEYOR_BUILD_ID": "5",
      ], "ci.appveyor.com", run: "/project/a/p/builds/5"),
    Row(
      "buildkite", ["BUILDKITE_BUILD_URL": "https://buildkite.com/o/p/builds/1"], "buildkite.com",
      run: "/o/p/builds/1"),
    Row(
      "circleci", ["CIRCLE_BUILD_URL": "https://circleci.com/gh/o/r/1"], "circleci.com",
      run: "/gh/o/r/1"),
    Row("cirrus", ["CIRRUS_BUILD_ID": "55"], "cirrus-ci.com", run: "/build/55"),
    Row(
      "drone",
      ["DRONE_SYSTEM_HOST": "drone.example", "DRONE_BUILD_LINK": "https://drone.example/o/r/4"],
      "drone.example", run: "/o/r/4"),
    Row(
      "jenkins",
      ["JENKINS_URL": "https://j.example/", "BUILD_URL": "https://j.example/job/a/1/"], "j.example",
      run: "/job/a/1/"),
    Row(
      "semaphore",
      ["SEMAPHORE_ORGANIZATION_URL": "https://o.semaphoreci.com", "SEMAPHORE_WORKFLOW_ID": "ab-1"],
      "o.semaphoreci.com", run: "/workflows/ab-1"),
    Row(
      "travis", ["TRAVIS_BUILD_WEB_URL": "https://app.travis-ci.com/o/r/builds/1"],
      "app.travis-ci.com", run: "/o/r/builds/1"),
    Row(
      "woodpecker",
      [
        "CI_SYSTEM_URL": "https://w.example",
        "CI_PIPELINE_URL": "https://w.example/repos/1/pipeline/2",
      ],
      "w.example", run: "/repos/1/pipeline/2"),
  ])
  func aServiceShowsItsRuns(row: Row) throws {
    let links = try #require(ServiceLinks(of: row.service, row.variables))
    #expect(links.host == row.host)
    #expect(links.run == row.run.map { "https://\(row.host)\($0)" })
    #expect(links.commits == row.commits.map { "https://\(row.host)\($0)" })
  }

  @Test(arguments: [
    Row("jenkins", ["JENKINS_URL": "http://j.example/", "BUILD_URL": "http://j.example/1/"], ""),
    Row(
      "jenkins", ["JENKINS_URL": "https://j.example/", "BUILD_URL": "https://evil.example/1/"], ""),
    Row("buildkite", ["BUILDKITE_BUILD_URL": "https://evil.example/1"], ""),
    Row(
      "github", ["GITHUB_SERVER_URL": "https://github.com/\"><b>", "GITHUB_REPOSITORY": "o/r"], ""),
    Row("generic", [:], ""), Row("github", [:], ""),
  ])
  func whatIsNotItsOwnIsNoLink(row: Row) {
    #expect(ServiceLinks(of: row.service, row.variables) == nil)
  }

  /// Names may hold anything.
  @Test func namesAreEncoded() throws {
    let links = try #require(
      ServiceLinks(
        of: "github",
        [
          "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/é\"<@evil.example#",
          "GITHUB_RUN_ID": "1\n",
        ]))
    #expect(
      links.run
        == "https://github.com/o/%C3%A9%22%3C%40evil.example%23/actions/runs/1%0A")
    #expect(links.runAddress?.host == "github.com")
  }

  struct Row: Sendable {
    var service: String
    var variables: [String: String]
    var host: String
    var run: String?
    var commits: String?

    init(
      _ service: String, _ variables: [String: String], _ host: String, run: String? = nil,
      commits: String? = nil
    ) {
      (self.service, self.variables, self.host) = (service, variables, host)
      (self.run, self.commits) = (run, commits)
    }
  }
}
