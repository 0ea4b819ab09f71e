import Kit

@main
struct Tool {
  static func main() {
    print(Tool().answer(CommandLine.arguments.count))
  }

  func answer(_ count: Int) -> Int {
    if count > 2 {
      return double(count)
    }
    return sum([count])
  }
}
