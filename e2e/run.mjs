import { answerHelp } from '../kit/lib/read-options.mjs'
import { run, runMain } from '../kit/lib/run.mjs'
import { missingEngines, otherEngines } from '../scripts/machine/browsers.mjs'

const playwright = (...args) => run('npm', ['exec', '--workspace', '@site/e2e', '--', 'playwright', 'test', ...args])

async function runEngines(chosen) {
  const missing = missingEngines()
  for (const name of missing) console.log(`${name} is left out: "npx playwright install ${name}" installs it`)
  const there = otherEngines.filter((name) => !missing.includes(name))
  await playwright(...['desktop', ...there].map((name) => `--project=${name}`), '.engines.spec', ...chosen)
}

answerHelp(`npm run e2e                          all browser tests
npm run e2e -- <file or option…>     these; options are Playwright's
npm run e2e -- --engines             the buyer's journey in Chromium, Firefox and WebKit`)
const named = process.argv.slice(2)
const chosen = named.filter((argument) => argument !== '--engines')
await runMain(async () => {
  if (named.includes('--engines')) return runEngines(chosen)
  await playwright('--project=desktop', '--project=mobile', ...chosen)
  for (const project of chosen.length > 0 ? [] : ['nightly', 'commands']) await playwright(`--project=${project}`)
})
