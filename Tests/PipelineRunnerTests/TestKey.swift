@testable import PipelineRunner

/// What tests seal with.
let testKey = StateKey([UInt8](repeating: 7, count: 32))
