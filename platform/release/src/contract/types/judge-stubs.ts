import type { SharedTypes } from '@site/shared/release-contract'
import { explain } from './explain'
import { mergeSymbols } from './merge-symbols'
import { runTypeChecker, TypeCheckerFailure, type TypeProblem } from './run-type-checker'
import type { Kind, Question, Stub, TypesFolder } from './write-stub'

export type TypeQuestion = { key: string; stub: Stub; required: SharedTypes; provided: SharedTypes }
/** `{host}` in a problem stands for the host's name. What is not final may be judged otherwise another time. */
export type JudgedStub = { problems: string[]; isFinal: boolean }

/** Where the declarations of one state of the shared modules are written. */
export const folderOf = (types: SharedTypes): TypesFolder => ({ types, folder: `types-${types.digest.slice(0, 16)}` })

/** All in one run; only when that gives no answer each by itself, to say whose types are at fault. */
export async function judgeStubs(
  questions: readonly TypeQuestion[],
  limitMs: number,
): Promise<Map<string, JudgedStub>> {
  if (questions.length === 0) return new Map()
  try {
    const errors = await runTypeChecker(filesOf(questions), limitMs)
    return new Map(questions.map(({ key, stub }, index) => [key, judge(stub, errorsIn(errors, index))]))
  } catch (error) {
    if (!(error instanceof TypeCheckerFailure)) throw error
    const [only] = questions
    if (only && questions.length === 1) return new Map([[only.key, notJudged(error)]])
    const judged = new Map<string, JudgedStub>()
    for (const question of questions) {
      for (const [key, it] of await judgeStubs([question], limitMs)) judged.set(key, it)
    }
    return judged
  }
}

function notJudged({ message }: TypeCheckerFailure): JudgedStub {
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

function judge(stub: Stub, errors: readonly TypeProblem[]): JudgedStub {
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
