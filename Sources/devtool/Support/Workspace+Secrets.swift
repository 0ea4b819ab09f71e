import PipelineConfig
import PipelineRunner
import ProcessExecution

extension Workspace {
  /// Overwrites secrets in the environment of this process, where what it starts could read them.
  ///
  /// - Parameter pipeline: `nil` when it is not read yet: what looks like a secret.
  static func forgetSecrets(of pipeline: Pipeline?) {
    let names = pipeline.map(Secrets.names) ?? []
    if pipeline != nil, names.isEmpty { return }
    // libcurl reads the proxies there.
    OwnEnvironment.forget(
      Secrets.holders(names, in: currentEnvironment()).filter {
        !$0.lowercased().hasSuffix("_proxy")
      })
  }
}
