public func describe(_ value: Int?, loud: Bool) -> String {
  let number = value ?? fallback()
  let mark = loud ? "!" : "."
  if number > 100 { return "many" + mark } else { return "few" + mark }
}

func fallback() -> Int { 7 }

public struct Counter {
  public var total = 0
  public var limit: Int

  public init(limit: Int) {
    self.limit = limit
  }

  public mutating func add(_ values: [Int]) {
    _ = values.map { value in
      guard value > 0 else {
        return
      }
      total += value  // a comment

      if total > limit {
        total = limit
      }
    }
  }

  public var isFull: Bool { total >= limit && limit > 0 }

  public func never() {
    #if FEATURE
      print("feature")
    #endif
    print("never")
  }
}

public protocol TypesOnly {
  var name: String { get }
}
