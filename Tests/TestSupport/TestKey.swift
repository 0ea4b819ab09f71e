package import LocalState

/// What tests seal with.
package let testKey = StateKey([UInt8](repeating: 7, count: 32))
