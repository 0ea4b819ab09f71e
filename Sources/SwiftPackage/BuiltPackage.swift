/// A package and its build folder, as reported by SwiftPM.
package struct BuiltPackage {
  package var description: PackageDescription
  package var products: BuildProducts

  package init(description: PackageDescription, products: BuildProducts) {
    self.description = description
    self.products = products
  }
}
