// The pages of the documentation that users read, as they stand in docs. The compiler reads them there, and
// compiles this file again when one changes. A test holds the list against the folder.

#include "CDocumentation.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char affected[] = {
#embed "../../docs/affected.md" suffix(, 0)
};
static const char buildkite[] = {
#embed "../../docs/buildkite.md" suffix(, 0)
};
static const char bundles[] = {
#embed "../../docs/bundles.md" suffix(, 0)
};
static const char caching[] = {
#embed "../../docs/caching.md" suffix(, 0)
};
static const char changes[] = {
#embed "../../docs/changes.md" suffix(, 0)
};
static const char circleci[] = {
#embed "../../docs/circleci.md" suffix(, 0)
};
static const char comment[] = {
#embed "../../docs/comment.md" suffix(, 0)
};
static const char coverage[] = {
#embed "../../docs/coverage.md" suffix(, 0)
};
static const char custom_rules[] = {
#embed "../../docs/custom-rules.md" suffix(, 0)
};
static const char expressions[] = {
#embed "../../docs/expressions.md" suffix(, 0)
};
static const char from_codecov[] = {
#embed "../../docs/from-codecov.md" suffix(, 0)
};
static const char from_danger[] = {
#embed "../../docs/from-danger.md" suffix(, 0)
};
static const char from_gitlint[] = {
#embed "../../docs/from-gitlint.md" suffix(, 0)
};
static const char from_other_configurations[] = {
#embed "../../docs/from-other-configurations.md" suffix(, 0)
};
static const char from_soundness[] = {
#embed "../../docs/from-soundness.md" suffix(, 0)
};
static const char from_xcbeautify[] = {
#embed "../../docs/from-xcbeautify.md" suffix(, 0)
};
static const char getting_started[] = {
#embed "../../docs/getting-started.md" suffix(, 0)
};
static const char github[] = {
#embed "../../docs/github.md" suffix(, 0)
};
static const char gitlab[] = {
#embed "../../docs/gitlab.md" suffix(, 0)
};
static const char html_report[] = {
#embed "../../docs/html-report.md" suffix(, 0)
};
static const char logs[] = {
#embed "../../docs/logs.md" suffix(, 0)
};
static const char patterns[] = {
#embed "../../docs/patterns.md" suffix(, 0)
};
static const char pipeline[] = {
#embed "../../docs/pipeline.md" suffix(, 0)
};
static const char proof[] = {
#embed "../../docs/proof.md" suffix(, 0)
};
static const char report_formats[] = {
#embed "../../docs/report-formats.md" suffix(, 0)
};
static const char reports[] = {
#embed "../../docs/reports.md" suffix(, 0)
};
static const char rules[] = {
#embed "../../docs/rules.md" suffix(, 0)
};
static const char scaling_out[] = {
#embed "../../docs/scaling-out.md" suffix(, 0)
};
static const char security[] = {
#embed "../../docs/security.md" suffix(, 0)
};
static const char services[] = {
#embed "../../docs/services.md" suffix(, 0)
};
static const char stability[] = {
#embed "../../docs/stability.md" suffix(, 0)
};
static const char test_room[] = {
#embed "../../docs/test-room.md" suffix(, 0)
};
static const char tests[] = {
#embed "../../docs/tests.md" suffix(, 0)
};
static const char troubleshooting[] = {
#embed "../../docs/troubleshooting.md" suffix(, 0)
};

static const struct {
  const char *name;
  const char *text;
} pages[] = {
    {"affected", affected},
    {"buildkite", buildkite},
    {"bundles", bundles},
    {"caching", caching},
    {"changes", changes},
    {"circleci", circleci},
    {"comment", comment},
    {"coverage", coverage},
    {"custom-rules", custom_rules},
    {"expressions", expressions},
    {"from-codecov", from_codecov},
    {"from-danger", from_danger},
    {"from-gitlint", from_gitlint},
    {"from-other-configurations", from_other_configurations},
    {"from-soundness", from_soundness},
    {"from-xcbeautify", from_xcbeautify},
    {"getting-started", getting_started},
    {"github", github},
    {"gitlab", gitlab},
    {"html-report", html_report},
    {"logs", logs},
    {"patterns", patterns},
    {"pipeline", pipeline},
    {"proof", proof},
    {"report-formats", report_formats},
    {"reports", reports},
    {"rules", rules},
    {"scaling-out", scaling_out},
    {"security", security},
    {"services", services},
    {"stability", stability},
    {"test-room", test_room},
    {"tests", tests},
    {"troubleshooting", troubleshooting},
};

int documentation_count(void) { return sizeof pages / sizeof *pages; }
const char *documentation_name(int index) { return pages[index].name; }
const char *documentation_text(int index) { return pages[index].text; }
