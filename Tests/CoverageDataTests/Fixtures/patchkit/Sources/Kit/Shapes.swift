public protocol Shape {
  var area: Double { get }
}

public enum Kind {
  case round
  case square
}
