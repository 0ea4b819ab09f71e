package import CIModel

/// Where what tests attach goes; calls come from several threads.
package struct AttachmentKeeper: Sendable {
  /// Keeps a copy of a regular file below a folder, with no link on the way; `nil` when the run has no room.
  package var keepFile:
    @Sendable (_ path: String, _ folder: String, _ name: String, TestAttachment.Kind) ->
      TestAttachment?
  /// The same of bytes.
  package var keepBytes:
    @Sendable (_ bytes: [UInt8], _ name: String, TestAttachment.Kind) -> TestAttachment?
  /// Takes back those of an attempt that the result leaves out.
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

  /// An attempt at a test has no more, whatever the run has room for.
  package static let mostOfAttempt = 100
}
