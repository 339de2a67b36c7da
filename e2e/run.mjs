// `npm run e2e [-- cart.spec.ts --headed …]`: the browser tests; what is named after `--` goes to Playwright as it is.
import { run } from '../scripts/lib/run.mjs'

const playwright = (...args) => run('npm', ['exec', '--workspace', '@site/e2e', '--', 'playwright', 'test', ...args])

const chosen = process.argv.slice(2)
try {
  if (chosen.length > 0) await playwright(...chosen)
  else {
    await playwright('--project=desktop', '--project=mobile', '--project=commands')
    // Alone, because it takes the whole machine.
    await playwright('--project=load')
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
