import Core

func greet() {
  print(describe(1, loud: true))
}
greet()
