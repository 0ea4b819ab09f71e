package import CIModel

extension ServiceLinks {
  /// Creates the links to the web pages of a job's run.
  ///
  /// The variables are documented on the pages that `CIService` cites for each service.
  ///
  /// - Parameters:
  /// - service: A name as in `CIEnvironment.name`.
  /// - variables: The environment variables.
  /// - Returns: `nil` when the service is not supported, or its own address is malformed.
  package init?(of service: String?, _ variables: [String: String]) {
    guard let service, let known = Self.addresses(service, Variables(variables)),
      let host = known.home.flatMap(WebAddress.init)?.host
    else { return nil }
    func own(_ text: String?) -> String? {
      text.flatMap { WebAddress($0)?.host == host ? $0 : nil }
    }
    self.init(host: host, run: own(known.run), commits: own(known.commits))
    if run == nil, commits == nil { return nil }
  }

  private struct Addresses {
    /// Any address on the service's host.
    var home: String?
    var run: String?
    var commits: String?
  }

  private static func addresses(_ service: String, _ variables: Variables) -> Addresses? {
    switch service {
    case "appveyor": appVeyor(variables)
    case "azure": azure(variables)
    case "bitbucket": bitbucket(variables)
    case "bitrise": Addresses(home: "https://app.bitrise.io", run: variables["BITRISE_BUILD_URL"])
    case "buildkite":
      Addresses(home: "https://buildkite.com", run: variables["BUILDKITE_BUILD_URL"])
    case "circleci": Addresses(home: "https://circleci.com", run: variables["CIRCLE_BUILD_URL"])
    case "cirrus":
      Addresses(
        home: "https://cirrus-ci.com",
        run: variables["CIRRUS_BUILD_ID"].map { "https://cirrus-ci.com/build/\(encoded($0))" })
    case "drone":
      Addresses(
        home: variables["DRONE_SYSTEM_HOST"].map { "https://\($0)" },
        run: variables["DRONE_BUILD_LINK"])
    case "forgejo", "gitea": gitHub(variables, run: "GITHUB_RUN_NUMBER")
    case "github": gitHub(variables, run: "GITHUB_RUN_ID")
    case "gitlab":
      Addresses(
        home: variables["CI_SERVER_URL"], run: variables["CI_JOB_URL"],
        commits: variables["CI_PROJECT_URL"].map { "\($0)/-/commit/" })
    case "jenkins": Addresses(home: variables["JENKINS_URL"], run: variables["BUILD_URL"])
    case "semaphore": semaphore(variables)
    case "travis":
      Addresses(home: "https://app.travis-ci.com", run: variables["TRAVIS_BUILD_WEB_URL"])
    case "woodpecker":
      Addresses(home: variables["CI_SYSTEM_URL"], run: variables["CI_PIPELINE_URL"])
    default: nil
    }
  }

  private static func appVeyor(_ variables: Variables) -> Addresses? {
    guard let home = variables["APPVEYOR_URL"], let account = variables["APPVEYOR_ACCOUNT_NAME"],
      let project = variables["APPVEYOR_PROJECT_SLUG"], let build = variables["APPVEYOR_BUILD_ID"]
    else { return nil }
    let place = "\(encoded(account))/\(encoded(project))/builds/\(encoded(build))"
    return Addresses(home: home, run: "\(home)/project/\(place)")
  }

  /// Only a repository hosted by the service itself has commit pages there.
  private static func azure(_ variables: Variables) -> Addresses? {
    guard let home = variables["SYSTEM_COLLECTIONURI"],
      let project = variables["SYSTEM_TEAMPROJECT"]
    else { return nil }
    let place = (home.hasSuffix("/") ? home : home + "/") + encoded(project)
    let isOwn = variables["BUILD_REPOSITORY_PROVIDER"] == "TfsGit"
    return Addresses(
      home: home,
      run: variables["BUILD_BUILDID"].map { "\(place)/_build/results?buildId=\(encoded($0))" },
      commits: isOwn
        ? variables["BUILD_REPOSITORY_NAME"].map { "\(place)/_git/\(encoded($0))/commit/" } : nil)
  }

  private static func bitbucket(_ variables: Variables) -> Addresses? {
    guard let name = variables["BITBUCKET_REPO_FULL_NAME"] else { return nil }
    let place = "https://bitbucket.org/\(encoded(name))"
    return Addresses(
      home: place,
      run: variables["BITBUCKET_BUILD_NUMBER"].map { "\(place)/pipelines/results/\(encoded($0))" },
      commits: "\(place)/commits/")
  }

  /// - Parameter run: The variable with the number in the address of a run.
  private static func gitHub(_ variables: Variables, run: String) -> Addresses? {
    guard let home = variables["GITHUB_SERVER_URL"], let name = variables["GITHUB_REPOSITORY"]
    else { return nil }
    let place = "\(home)/\(encoded(name))"
    return Addresses(
      home: home, run: variables[run].map { "\(place)/actions/runs/\(encoded($0))" },
      commits: "\(place)/commit/")
  }

  private static func semaphore(_ variables: Variables) -> Addresses? {
    guard let home = variables["SEMAPHORE_ORGANIZATION_URL"] else { return nil }
    return Addresses(
      home: home,
      run: variables["SEMAPHORE_WORKFLOW_ID"].map { "\(home)/workflows/\(encoded($0))" })
  }

  /// The text with everything percent-encoded except unreserved characters (RFC 3986, section 2)
  /// and slashes.
  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isLetterOrDigit = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
      if isLetterOrDigit || "-._~/".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
