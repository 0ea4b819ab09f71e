/// A package and where it was built, as SwiftPM tells.
package struct BuiltPackage {
  package var description: PackageDescription
  package var products: BuildProducts

  package init(description: PackageDescription, products: BuildProducts) {
    self.description = description
    self.products = products
  }
}
