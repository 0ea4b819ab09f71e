// Judges messages by commitlint, for `scripts/trial-messages --commitlint`. Needs
// `npm install @commitlint/lint conventional-changelog-conventionalcommits` in this folder or above.
import fs from 'node:fs'
import lint from '@commitlint/lint'
import createPreset from 'conventional-changelog-conventionalcommits'

const { configs, messages } = JSON.parse(fs.readFileSync(0, 'utf8'))
const parserOpts = (await createPreset()).parser
const verdicts = {}
for (const [name, { rules }] of Object.entries(configs)) {
  verdicts[name] = []
  for (const message of messages) {
    const outcome = await lint(message, rules, { parserOpts })
    verdicts[name].push([...outcome.errors, ...outcome.warnings].map((problem) => problem.name))
  }
}
console.log(JSON.stringify(verdicts))
