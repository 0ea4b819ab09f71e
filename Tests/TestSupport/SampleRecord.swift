package import CIModel

extension RunRecord {
  /// The record of a run as it begins.
  ///
  /// - Parameter startedAt: Seconds since 1970.
  package static func sample(
    _ verdict: Verdict? = nil, id: String = "20261120T233118Z-4711",
    startedAt: Int64 = 1_795_217_478
  ) -> RunRecord {
    var record = RunRecord(
      id: id, devtoolVersion: "0.1.0", startedAt: Timestamp(secondsSinceEpoch: startedAt),
      environment: Environment(
        os: "linux", architecture: "x86_64", cpus: 2, swiftVersion: "6.3.1", ci: nil),
      config: Config(path: ".ci.yml"))
    if let verdict { record.verdict = verdict }
    return record
  }
}
