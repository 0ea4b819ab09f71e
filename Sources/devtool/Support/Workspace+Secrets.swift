import PipelineConfig
import PipelineRunner
import ProcessExecution

extension Workspace {
  /// Overwrites secrets in the environment of this process, so that its children cannot read them.
  ///
  /// - Parameter pipeline: `nil` before it is read: overwrites everything that looks like a secret.
  static func forgetSecrets(of pipeline: Pipeline?) {
    let names = pipeline.map(Secrets.names) ?? []
    if pipeline != nil, names.isEmpty { return }
    // libcurl reads the proxies from the environment.
    OwnEnvironment.forget(
      Secrets.holders(names, in: currentEnvironment()).filter {
        !$0.lowercased().hasSuffix("_proxy")
      })
  }
}
