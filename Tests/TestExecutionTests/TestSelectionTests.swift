import CIModel
import Foundation
import Testing

@testable import TestExecution

@Suite struct TestSelectionTests {
  private func chosen(filter: [String] = [], skip: [String] = [], ids: Set<String>? = nil) throws
    -> [String]
  {
    var product = TestProduct(path: "/product")
    product.xctests = ["M.ParserTests/testA", "M.ParserTests/testB", "M.LexerTests/testA"].map {
      TestID($0)
    }
    product.swiftTestingTests = ["M.Slow/net()", "M.free(n:)"].map { TestID($0) }
    product.tags = ["M.Slow/net()": ["net", "slow"]]
    var selection = TestSelection()
    selection.filter = filter.map(TestSelection.Pattern.init)
    selection.skip = skip.map(TestSelection.Pattern.init)
    selection.ids = ids
    let plan = try TestPlan(product, settings: TestSettings(), selection: selection)
    #expect(plan.listedCount == 5)
    #expect(plan.selectedCount == plan.tests.count)
    return plan.tests.map(\.id.text)
  }

  @Test func choosesByExpression() throws {
    #expect(try chosen(filter: ["Parser"]) == ["M.ParserTests/testA", "M.ParserTests/testB"])
    #expect(try chosen(filter: ["/testB$", "free"]) == ["M.ParserTests/testB", "M.free(n:)"])
    #expect(try chosen(filter: ["parser"]) == [])
    #expect(try chosen().count == 5)
  }

  @Test func leavesOut() throws {
    #expect(try chosen(skip: ["Tests/"]) == ["M.Slow/net()", "M.free(n:)"])
    #expect(try chosen(filter: ["testA"], skip: ["Lexer"]) == ["M.ParserTests/testA"])
  }

  @Test func choosesByTag() throws {
    #expect(try chosen(filter: ["tag:slow"]) == ["M.Slow/net()"])
    #expect(try chosen(filter: ["tag:.net"]) == ["M.Slow/net()"])
    #expect(try chosen(filter: ["tag:ne"]) == [])
    #expect(try chosen(skip: ["tag:slow"]).count == 4)
  }

  @Test func choosesWhatFailed() throws {
    #expect(try chosen(ids: ["M.free(n:)", "M.Gone/test"]) == ["M.free(n:)"])
  }

  @Test func refusesWhatIsNoExpression() throws {
    #expect(throws: TestExecutionError.self) { try chosen(filter: ["Parser("]) }
  }
}

@Suite struct TestTagsTests {
  @Test func addsTheTagsOfTheSuites() {
    let stream = """
      {"kind":"test","payload":{"_tags":[".slow"],"id":"M.Tagged","kind":"suite"}}
      {"kind":"test","payload":{"_tags":[".net"],"id":"M.Tagged/a()/F.swift:5:39","kind":"function"}}
      {"kind":"test","payload":{"id":"M.Tagged/b()/F.swift:6:3","kind":"function"}}
      {"kind":"test","payload":{"id":"M.TaggedNot/c()/F.swift:7:3","kind":"function","name":"tags\\""}}
      """
    let ids = ["M.Tagged/a()", "M.Tagged/b()", "M.TaggedNot/c()"]
    #expect(
      TestTags.read(Data(stream.utf8), ids: ids)
        == ["M.Tagged/a()": ["net", "slow"], "M.Tagged/b()": ["slow"]])
  }
}

@Suite struct SwiftTestingFilterTests {
  @Test func selectsTheGivenTestsAlone() throws {
    let all = [
      "M.A/one()", "M.A/one(n:)", "M.A/two()", "M.AB/one()", "M.free()", "N.A/one()",
      "M.A/`raw / (name)`()",
    ]
    for chosen in [[0], [1, 2], [0, 3, 4, 5, 6], [4]] {
      let patterns = SwiftTestingFilter.patterns(for: chosen.map { TestID(all[$0]) })
      #expect(patterns.count == 1)
      let regex = try Regex(patterns[0])
      let matched = all.indices.filter { "\(all[$0])/File.swift:3:4".contains(regex) }
      #expect(matched == chosen)
    }
  }

  @Test func staysBelowTheLongestArgument() {
    let name = String(repeating: "x", count: 1_000)
    let ids = (0..<500).map { TestID("M.A/test\(name)\($0)()") }
    let patterns = SwiftTestingFilter.patterns(for: ids)
    #expect(patterns.count > 1)
    #expect(patterns.allSatisfy { $0.utf8.count < 128 * 1_024 })
  }
}
