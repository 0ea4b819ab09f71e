import CIModel
import Testing

/// The floors of a ratchet: 80 % with 20 missed lines is what each test begins with.
@Suite struct CoverageFloorsTests {
  private typealias Floor = CoverageFloors.Floor
  private static let floors = CoverageFloors(
    metric: .distinct, floors: ["A": Floor(hundredths: 8_000, missed: 20)])

  /// Covered lines, all lines, and the floor after them; `nil` where it would have to fall.
  @Test(
    arguments: [
      (80, 100, Floor(hundredths: 8_000, missed: 20), false),
      (81, 100, Floor(hundredths: 8_100, missed: 19), true),
      // More code, as well covered.
      (160, 200, Floor(hundredths: 8_000, missed: 20), false),
      (170, 200, Floor(hundredths: 8_500, missed: 20), true),
      // Covered code was deleted: a lower percentage, and no line more is missed.
      (60, 80, Floor(hundredths: 8_000, missed: 20), false),
      (15, 20, Floor(hundredths: 8_000, missed: 5), true),
      (40, 50, Floor(hundredths: 8_000, missed: 10), true),
      (79, 100, nil, false), (159, 200, nil, false),
    ] as [(Int, Int, CoverageFloors.Floor?, Bool)])
  func rises(covered: Int, count: Int, expected: CoverageFloors.Floor?, isRaised: Bool) {
    var floors = Self.floors
    let (raised, refused) = floors.update(["A": .init(covered: covered, count: count)])
    #expect(floors.floors["A"] == expected ?? Self.floors.floors["A"])
    #expect(raised == (isRaised ? ["A"] : []))
    #expect(refused == (expected == nil ? ["A"] : []))
    #expect(floors.lowered == [])
  }

  @Test func addsAndKeepsWhatIsNotMeasured() {
    var floors = Self.floors
    let parts = [
      "C": Coverage.Ratio(covered: 1, count: 2), "B": .init(covered: 3, count: 3),
      "none": .init(covered: 0, count: 0),
    ]
    let (raised, refused) = floors.update(parts)
    #expect(raised == ["B", "C"])
    #expect(refused == [])
    #expect(
      floors.floors == [
        "A": Floor(hundredths: 8_000, missed: 20), "B": Floor(hundredths: 10_000, missed: 0),
        "C": Floor(hundredths: 5_000, missed: 1),
      ])
  }

  @Test func fallsWithAReason() {
    var floors = Self.floors
    floors.floors["B"] = Floor(hundredths: 5_000, missed: 1)
    let (raised, refused) = floors.update(
      ["A": .init(covered: 70, count: 100)], loweringFor: "moved")
    #expect(raised == [])
    #expect(refused == [])
    #expect(floors.floors == ["A": Floor(hundredths: 7_000, missed: 30)])
    #expect(
      floors.lowered == [
        .init(name: "A", from: 8_000, to: 7_000, reason: "moved"),
        .init(name: "B", from: 5_000, to: nil, reason: "moved"),
      ])
  }

  @Test(arguments: [(80, 100, true), (79, 100, false), (1, 21, true), (0, 21, false), (0, 0, true)])
  func holds(covered: Int, count: Int, expected: Bool) {
    #expect(
      Floor(hundredths: 8_000, missed: 20).holds(.init(covered: covered, count: count)) == expected)
  }
}
