// `npm run e2e [-- cart.spec.ts --headed …]`: the browser tests; what is named after `--` goes to Playwright as it is.
// `npm run e2e -- --engines`: the buyer's journey in Chromium, Firefox and WebKit.
import { run } from '../scripts/lib/run.mjs'

const playwright = (...args) => run('npm', ['exec', '--workspace', '@site/e2e', '--', 'playwright', 'test', ...args])

const named = process.argv.slice(2)
const chosen = named.filter((argument) => argument !== '--engines')
try {
  if (named.includes('--engines')) await playwright('--project=engines', ...chosen)
  else if (chosen.length > 0) await playwright('--project=desktop', '--project=mobile', ...chosen)
  else {
    await playwright('--project=desktop', '--project=mobile')
    // Alone, because they take the whole machine.
    for (const project of ['load', 'nightly', 'commands']) await playwright(`--project=${project}`)
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
