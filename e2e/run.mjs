import { run } from '../scripts/lib/run.mjs'
import { missingEngines, otherEngines } from '../scripts/machine/engines.mjs'

const playwright = (...args) => run('npm', ['exec', '--workspace', '@site/e2e', '--', 'playwright', 'test', ...args])

async function runEngines(chosen) {
  const missing = missingEngines()
  for (const name of missing) console.log(`${name} is left out: "npx playwright install ${name}" installs it`)
  const there = otherEngines.filter((name) => !missing.includes(name))
  await playwright(...['desktop', ...there].map((name) => `--project=${name}`), '.engines.spec', ...chosen)
}

async function runAll() {
  await playwright('--project=desktop', '--project=mobile')
  for (const project of ['nightly', 'commands']) await playwright(`--project=${project}`)
}

const named = process.argv.slice(2)
const chosen = named.filter((argument) => argument !== '--engines')
try {
  if (named.includes('--engines')) await runEngines(chosen)
  else if (chosen.length > 0) await playwright('--project=desktop', '--project=mobile', ...chosen)
  else await runAll()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
