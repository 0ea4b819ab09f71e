/// What is private has the path of this file in its name in a profile.
private func doubled(_ value: Int) -> Int {
  if value < 0 {
    return -value * 2
  }
  return value * 2
}

public func double(_ value: Int) -> Int { doubled(value) }

public func sum(_ values: [Int], scale: Int? = nil) -> Int {
  let factor = scale ?? 1
  return values.map { $0 * factor }.reduce(0, +)
}

public struct Box<Value> {
  private var value: Value?

  public init(_ value: Value?) { self.value = value }

  public func unwrapped(or other: @autoclosure () -> Value) -> Value {
    guard let value else {
      return other()
    }
    return value
  }

  public func never() -> Value? {
    value
  }
}

private enum Side {
  case left
  case right

  var name: String {
    switch self {
    case .left: return "left"
    case .right: return "right"
    }
  }
}

public func side(_ isLeft: Bool) -> String {
  (isLeft ? Side.left : Side.right).name
}

// LCOV_EXCL_START
public func unmeasured() -> Int {
  1
}
// LCOV_EXCL_STOP
