import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './run.mjs'

const require = createRequire(import.meta.url)
const findProgram = (name, file) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file)
const runProgram = (file, args) => run(process.execPath, [file, ...args], { cwd: process.cwd() })

export const findCompiler = () => findProgram('typescript', 'bin/tsc')
const TIMEOUT = '--testTimeout=60000'
export const runTests = (args = []) => runProgram(findProgram('jest', 'bin/jest.js'), [TIMEOUT, ...args])
export const checkTypes = () => runProgram(findCompiler(), ['-p', '.'])
