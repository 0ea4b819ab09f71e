@available(*, deprecated, message: "use add")
public func oldAdd(_ a: Int, _ b: Int) -> Int { a + b }

public func add(_ a: Int, _ b: Int) -> Int { a + b }

public func callsOld() -> Int { oldAdd(1, 2) }

public func neverCalled(_ flag: Bool) -> Int {
  if flag {
    return 1
  }
  return 2
}

public func explode() -> Int {
  fatalError("the fuse was lit")
}
