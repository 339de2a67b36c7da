// `npm run verify`: format, lint, borders, types, unused code and unit tests; what else is named goes to jest.
// `npm run verify -- --changed`: the same for what differs from the branch main, without the search for unused code.
import { run } from './lib/run.mjs'

const named = process.argv.slice(2)
const isChanged = named.includes('--changed')
const jest = named.filter((argument) => argument !== '--changed')
const script = (name) => ['npm', ['run', '--silent', name]]

const steps = isChanged
  ? [
      ['npx', ['biome', 'check', '--changed', '--since=main', '--no-errors-on-unmatched']],
      script('borders'),
      script('typecheck'),
      ['npx', ['jest', '--changedSince=main', '--passWithNoTests', ...jest]],
    ]
  : [...['lint', 'borders', 'typecheck', 'unused'].map(script), ['npx', ['jest', ...jest]]]

try {
  for (const [command, args] of steps) await run(command, args)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
