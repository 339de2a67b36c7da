import { answerHelp } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'
import { runTests } from '../lib/tools.mjs'

answerHelp('site-remote test   runs the tests of the package in this folder; other arguments go to jest')
await runMain(() => runTests(process.argv.slice(2)))
