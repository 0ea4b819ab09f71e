import CIModel
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "NPM_AUTH", "SSH_PRIVATE_KEY", "MATCH_PASSWORD",
    "GH_PAT", "ACTIONS_RUNTIME_TOKEN", "MYTOKEN", "TOKEN1", "SECRETKEY", "MYSQL_PWD", "PGPASSWORD",
    "DATABASE_URL", "accessToken", "SLACK_WEBHOOK", "SLACK_WEBHOOK_URL", "CONNECTION_STRING",
    "connectionString", "SENTRY_DSN", "GOOGLE_APPLICATION_CREDENTIALS", "AWS_CREDS", "githubPAT",
    "my-api-key", "REDIS_URL", "MONGODB_URI", "APIKey",
  ])
  func knowsSecrets(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(arguments: [
    "PATH", "HOME", "PWD", "OLDPWD", "KEYBOARD", "MONKEY", "TOKENIZER_PATH", "GITHUB_SERVER_URL",
    "CI_REPOSITORY_URL", "XAUTHORITY", "SECRETARY", "COMPASS", "PATTERN", "DISPLAY", "LANG", "TERM",
    "SWIFT_PATH", "URL", "DB_HOST", "", "_",
  ])
  func leavesOthers(name: String) { #expect(!SecretName.isSecret(name)) }

  @Test(arguments: [
    ("postgres://user:pw@host/db", true), ("see https://x, amqp://u:p@h", true),
    ("https://host:80/a@b", false), ("git@host:a/b", false), ("https://user@host", false),
    ("https://user:@host", false), ("", false), ("://", false),
  ])
  func knowsPasswordsInAddresses(value: String, isSecret: Bool) {
    #expect(SecretName.isSecretValue(value) == isSecret)
  }
}
