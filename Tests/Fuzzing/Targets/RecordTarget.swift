import CIModel
import Reporters

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes a `record.json` and shows it in every format.
let recordTarget = FuzzTarget(name: "record") { input throws(Contradiction) in
  let data = Data(input)
  _ = try? JSONDecoder().decode(CoverageFloors.self, from: data)
  guard let record = try? JSONDecoder().decode(RunRecord.self, from: data) else { return }
  guard let encoded = try? JSONEncoder().encode(record) else {
    throw Contradiction("a record that was read cannot be written")
  }
  let again = try? JSONDecoder().decode(RunRecord.self, from: encoded)
  try expect(again == record, "the record is another one when it was written and read")
  for reporter in ReporterRegistry.all {
    let text = reporter.init().render(record, style: TerminalStyle())
    try expect(
      reporter.init().render(record, style: TerminalStyle()) == text,
      "\(reporter.name) shows the same record in two ways")
  }
}
