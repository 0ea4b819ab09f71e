import Foundation

public struct Box {
  public var size = 3
  public var name: String
  public init(name: String) {
    // a comment inside of a body

    self.name = name
  }
}

#if os(Plan9)
  public func elsewhere() -> Int {
    return 9
  }
#endif

public func many(
  _ first: Int, _ second: Int, _ third: Int
) -> Int {
  return max(
    first,
    second,
    third)
}

public func either(_ flag: Bool, _ value: Int?) -> Int {
  let chosen = value ?? 7
  return flag ? chosen : -chosen
}

public func lazily(_ isOn: Bool) -> Int {
  let work = { () -> Int in 42 }
  return isOn ? work() : 0
}

public func same<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right
}

public func never() -> Int {
  let one = 1
  return one
}

#sourceLocation(file:"Elsewhere.template",line:500)
public func generated() -> Int {
  return 1
}
#sourceLocation()

public func find(_ numbers: [Int]) -> Int? {
  for number in numbers where number > 2 {
    return number
  }
  return nil
}
