package import CIModel

/// Stores the attachments of tests; calls come from several threads.
package struct AttachmentKeeper: Sendable {
  /// Stores a copy of a regular file below a folder, with no link on the way; `nil` when the run
  /// has no room.
  package var keepFile:
    @Sendable (_ path: String, _ folder: String, _ name: String, TestAttachment.Kind) ->
      TestAttachment?
  /// Stores bytes as an attachment; `nil` when the run has no room.
  package var keepBytes:
    @Sendable (_ bytes: [UInt8], _ name: String, TestAttachment.Kind) -> TestAttachment?
  /// Removes the attachments of an attempt that is not part of the result.
  package var release: @Sendable ([TestAttachment]) -> Void
  /// Why the run has no room for more: a clause.
  package var limits: String

  package init(
    keepFile:
      @escaping @Sendable (String, String, String, TestAttachment.Kind) -> TestAttachment?,
    keepBytes: @escaping @Sendable ([UInt8], String, TestAttachment.Kind) -> TestAttachment?,
    release: @escaping @Sendable ([TestAttachment]) -> Void, limits: String
  ) {
    self.keepFile = keepFile
    self.keepBytes = keepBytes
    self.release = release
    self.limits = limits
  }

  /// The maximum number of attachments of one attempt at a test.
  package static let mostOfAttempt = 100
}
