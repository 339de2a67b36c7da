import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { endGroup } from '@platform/base/process/end-group'
import type { SharedTypes } from '@site/shared/release-contract'
import type { Kind, Question, Stub, TypesFolder } from './write-stub'

type TypeProblem = { file: string; line: number; message: string[] }

/** A run without an answer: timeout, too much output or a crash. */
class TypeCheckerFailure extends Error {
  override name = 'TypeCheckerFailure'
}

const MAX_OUTPUT = 4_000_000

const ERROR = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/**
 * Runs `tsc` on temporary files, with the platform's React types for both sides.
 * @param files text by name; programs to check end in `.ts`, not in `.d.ts`
 */
async function runTypeChecker(files: ReadonlyMap<string, string>, limitMs: number): Promise<TypeProblem[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-types-'))
  try {
    for (const [name, text] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    const programs = [...files.keys()].filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    const project = { compilerOptions: { ...compilerOptions, paths: findReact() }, files: programs }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    return parseErrors(await check(folder, limitMs))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function check(folder: string, limitMs: number): Promise<string> {
  const args = [findInstalled('typescript', 'bin/tsc'), '-p', folder, '--pretty', 'false']
  return new Promise((resolve, reject) => {
    // Detached, so that one kill ends the launcher and the compiler that it starts.
    const program = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: '', stderr: '' }
    const giveUp = (why: string) => {
      endGroup(program.pid)
      reject(new TypeCheckerFailure(why))
    }
    const timer = setTimeout(() => giveUp(`the type checker did not end within ${limitMs / 1000} s`), limitMs)
    for (const stream of ['stdout', 'stderr'] as const) {
      program[stream].setEncoding('utf8').on('data', (text: string) => {
        texts[stream] += text
        if (texts[stream].length > MAX_OUTPUT) giveUp('the type checker finds more errors than anybody could read')
      })
    }
    program.once('error', reject)
    program.once('close', (code, signal) => {
      clearTimeout(timer)
      const { stdout, stderr } = texts
      // Exit codes 1 and 2 report type errors, which are the answer.
      if (code === 0 || (signal === null && code !== null && code <= 2 && stdout !== '')) resolve(stdout)
      else reject(new TypeCheckerFailure(`the type checker failed: ${stderr.slice(0, 500) || (signal ?? code)}`))
    })
  })
}

function parseErrors(output: string): TypeProblem[] {
  const errors: TypeProblem[] = []
  for (const text of output.split('\n')) {
    const [, file, line, message] = ERROR.exec(text) ?? []
    if (file !== undefined && message !== undefined) errors.push({ file, line: Number(line), message: [message] })
    else if (text.startsWith(' ')) errors.at(-1)?.message.push(text.trim())
  }
  return errors
}

function findReact() {
  const react = path.dirname(findInstalled('@types/react', 'package.json'))
  return { react: [path.join(react, 'index.d.ts')], 'react/*': [path.join(react, '*')] }
}

function findInstalled(name: string, file: string): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(installed, 'package.json'))) return path.join(installed, file)
    if (folder === path.dirname(folder)) {
      throw new Refusal(`Types cannot be compared, because ${name} is not installed beside the origin. Run npm ci.`)
    }
  }
}

const DECLARED = /\bconst (\w+): unique symbol\b/g
const SYMBOLS = 'symbols'

/**
 * Merges symbols that both releases declare under one name in one file: TypeScript would treat their branded types as
 * different.
 */
function mergeSymbols(files: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>()
  const nameIn = (file: string, symbol: string) => {
    const key = `${file.slice(file.indexOf('/'))} ${symbol}`
    const name = names.get(key) ?? `symbol${names.size}`
    names.set(key, name)
    return name
  }
  const merged = new Map<string, string>()
  for (const [file, text] of files) {
    const up = '../'.repeat(file.split('/').length - 1)
    const write = (_: string, symbol: string) =>
      `const ${symbol}: typeof import('${up}${SYMBOLS}').${nameIn(file, symbol)}`
    merged.set(file, file.endsWith('.d.ts') ? text.replace(DECLARED, write) : text)
  }
  const declarations = [...names.values()].map((name) => `export declare const ${name}: unique symbol\n`)
  return merged.set(`${SYMBOLS}.d.ts`, declarations.join(''))
}

/** A missing key or a number of arguments; TypeScript replaces a long list of keys by a type's name. */
const LOST_KEY = /^Type '("[^']+"|\d+|number|unique symbol|Lost\w*<.*>)' is not assignable to type 'never'/
const MISSING = /^Property '(.+)' is missing in type .* but required in type .*/
const WORDS: readonly [RegExp, string][] = [
  [MISSING, '"$1" is required now'],
  [/^Type '(.+)' is not assignable to type '(.+)'\.$/, '$1 does not fit $2'],
]
const MAX_LENGTH = 200

function explain(message: readonly string[], isPart = false): string {
  const lost = message.flatMap((text) => LOST_KEY.exec(text)?.[1] ?? [])
  if (lost.length > 0) return describeLost(lost.at(-1) ?? '')
  const [, gone] = (isPart && MISSING.exec(message[0] ?? '')) || []
  if (gone) return `"${gone}" is gone`
  const particular = message.at(-1) ?? ''
  const [pattern, words] = WORDS.find(([it]) => it.test(particular)) ?? [/$^/, '']
  const text = particular.replace(pattern, words).replace(/\.$/, '')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function describeLost(lost: string): string {
  if (lost.startsWith('"')) return `${lost} is gone`
  return lost.startsWith('Lost') ? 'much of what it takes is gone' : 'it takes fewer arguments'
}

export type TypeQuestion = { key: string; stub: Stub; required: SharedTypes; provided: SharedTypes }
/** `{host}` in a problem is a placeholder. Results that are not final may change in another run. */
export type CheckedStub = { problems: string[]; isFinal: boolean }

export const folderOf = (types: SharedTypes): TypesFolder => ({ types, folder: `types-${types.digest.slice(0, 16)}` })

/** After a failure checks each stub alone, to find the cause. */
export async function checkStubs(
  questions: readonly TypeQuestion[],
  limitMs: number,
): Promise<Map<string, CheckedStub>> {
  if (questions.length === 0) return new Map()
  try {
    const errors = await runTypeChecker(filesOf(questions), limitMs)
    return new Map(questions.map(({ key, stub }, index) => [key, checkStub(stub, errorsIn(errors, index))]))
  } catch (error) {
    if (!(error instanceof TypeCheckerFailure)) throw error
    const [only] = questions
    if (only && questions.length === 1) return new Map([[only.key, notChecked(error)]])
    const checked = new Map<string, CheckedStub>()
    for (const question of questions) {
      for (const [key, it] of await checkStubs([question], limitMs)) checked.set(key, it)
    }
    return checked
  }
}

function notChecked({ message }: TypeCheckerFailure): CheckedStub {
  const problem =
    `has types that cannot be compared with those of {host}: ${message}. ` +
    'Try again while this machine is less busy; if it stays so, write the types of the shared modules more simply.'
  return { problems: [problem], isFinal: false }
}

const programOf = (index: number) => `check-${index}.ts`
const errorsIn = (errors: readonly TypeProblem[], index: number) =>
  errors.filter(({ file }) => file === programOf(index))

function filesOf(questions: readonly TypeQuestion[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const [index, { stub, required, provided }] of questions.entries()) {
    files.set(programOf(index), stub.text)
    for (const { types, folder } of [folderOf(required), folderOf(provided)]) {
      for (const [name, text] of Object.entries(types.files)) files.set(`${folder}/${name}`, text)
    }
  }
  return mergeSymbols(files)
}

function checkStub(stub: Stub, errors: readonly TypeProblem[]): CheckedStub {
  const answers = errors.map((error) => ({ ...questionAt(stub, error), error }))
  const kinds = new Map(answers.flatMap(({ asks, use, error }) => (asks === 'kind' ? [[use, kindIn(error)]] : [])))
  const problems = new Map<object, string>()
  for (const { asks, use, problem, isPart, error } of answers) {
    const matters = asks === 'every' || asks === (kinds.get(use) ?? 'value')
    if (asks === 'kind' || !matters || problems.has(use)) continue
    problems.set(use, describe(use, problem ?? explain(error.message, isPart)))
  }
  return { problems: [...problems.values()], isFinal: true }
}

function questionAt(stub: Stub, { line, message }: TypeProblem): Question {
  const question = stub.questions.get(line)
  if (!question) throw new Error(`The comparison of types is broken at line ${line}: ${message.join(' ')}`)
  return question
}

function kindIn({ message: [text = ''] }: TypeProblem): Kind {
  const kind = /'"(component|class)"'/.exec(text)?.[1]
  return kind === 'component' || kind === 'class' ? kind : 'value'
}

function describe({ request, name, place }: Question['use'], difference: string): string {
  return (
    `uses ${name} of ${request} (${place}) as it was when it was compiled; in {host} ${difference}. ` +
    'Build it against the shared modules of that shell, or activate a shell that keeps the old use working.'
  )
}
