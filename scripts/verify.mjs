import { answerHelp } from '../kit/lib/read-options.mjs'
import { run, runMain } from '../kit/lib/run.mjs'

const usage = `npm run verify                format, lint, borders, types, unused code and unit tests
npm run verify -- --changed   without the search for unused code, and only tests of what differs from the branch main

Other arguments go to jest.`

answerHelp(usage)
const named = process.argv.slice(2)
const script = (name) => ['npm', ['run', '--silent', name]]
const jest = (...options) => ['npx', ['jest', ...options, ...named.filter((argument) => argument !== '--changed')]]
const steps = named.includes('--changed')
  ? [...['lint', 'borders', 'typecheck'].map(script), jest('--changedSince=main', '--passWithNoTests')]
  : [...['lint', 'borders', 'typecheck', 'unused'].map(script), jest()]

await runMain(async () => {
  for (const [command, args] of steps) await run(command, args)
})
