import CIModel
import Reporters
import Testing

struct ReporterRegistryTests {
  @Test func isSortedAndDocumented() {
    let names = ReporterRegistry.names
    #expect(names == Set(names).sorted())
    #expect(ReporterRegistry.all.allSatisfy { $0.summary.hasSuffix(".") })
  }

  @Test(arguments: ["json", "junit", "markdown", "terminal"])
  func finds(name: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: name))
    #expect(type(of: reporter).name == name)
    #expect(!reporter.render(SampleRecord.green, style: TerminalStyle()).isEmpty)
  }

  @Test func knowsNoOther() {
    #expect(ReporterRegistry.reporter(named: "xml") == nil)
  }

  @Test func sameInputSameText() {
    for type in ReporterRegistry.all {
      let first = type.init().render(SampleRecord.everything, style: TerminalStyle())
      #expect(first == type.init().render(SampleRecord.everything, style: TerminalStyle()))
    }
  }
}
