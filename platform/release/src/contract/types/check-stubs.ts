import type { SharedTypes } from '@site/shared/release-contract'
import { runTypeChecker, TypeCheckerFailure, type TypeProblem } from './run-type-checker'
import type { Kind, Question, Stub, TypesFolder } from './write-stub'

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

/** Checks all stubs in one run; after a failure each alone, to find the cause. */
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
