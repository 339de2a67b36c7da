import type { SharedTypes } from '@site/shared/release-contract'
import { STUB_TYPES } from './stub-types'

export type TypesFolder = { types: SharedTypes; folder: string }
export type Use = { request: string; name: string; place: string }
/** What a name is by its type; the type checker says which. */
export type Kind = 'component' | 'class' | 'value'
/** What a line of the stub asks of a use: its kind, or something that matters for one kind, or for `every`. */
export type Question = { use: Use; asks: 'kind' | 'every' | Kind; isPart?: boolean; problem?: string }
export type Stub = { text: string; questions: ReadonlyMap<number, Question> }

/** Asks, for each use, whether what is given can stand where the other was wanted. */
export function writeStub(wanted: TypesFolder, given: TypesFolder, uses: readonly Use[]): Stub {
  const requests = [...new Set(uses.map(({ request }) => request))]
  const lines = [
    ...STUB_TYPES.trimEnd().split('\n'),
    ...requests.flatMap((request, index) => [
      `import type * as W${index} from './${specifier(wanted, request)}'`,
      `import type * as G${index} from './${specifier(given, request)}'`,
    ]),
  ]
  const questions = new Map<number, Question>()
  for (const use of uses) {
    const index = requests.indexOf(use.request)
    for (const { code, ...question } of ask(`typeof W${index}.${use.name}`, `typeof G${index}.${use.name}`)) {
      questions.set(lines.push(`;(() => { ${code} })()`), { use, ...question })
    }
  }
  return { text: `${lines.join('\n')}\n`, questions }
}

/** The first question whose answer is a problem is the one whose answer says most. */
function ask(wanted: string, given: string): (Omit<Question, 'use'> & { code: string })[] {
  const [wantedArguments, givenArguments] = [`ArgumentsOf<${wanted}>`, `ArgumentsOf<${given}>`]
  const [wantedStatics, givenStatics] = [`Statics<${wanted}>`, `Statics<${given}>`]
  const asKind = (asks: Kind, list: string[], isPart = false) => list.map((code) => ({ asks, code, isPart }))
  const lostProps = assign('never', `LostArguments<[${wantedArguments}, 0], [${givenArguments}, 0]>`)
  const statics = [assign(wantedStatics, givenStatics), lost(wantedStatics, givenStatics)]
  return [
    { asks: 'kind', code: assign('never', `KindOf<${wanted}, ${given}>`) },
    ...asKind('value', [assign(wanted, given), lost(wanted, given)]),
    // Type parameters are kept by a call, and by no conditional type.
    ...asKind('component', [
      `const w = drawn(given<${wanted}>()); const g = drawn(given<${given}>()); const value: typeof w = g`,
      lostProps,
    ]),
    ...asKind('component', statics, true),
    ...asKind('class', [
      assign(`(props: PropsOf<${wanted}>) => void`, `(props: PropsOf<${given}>) => void`),
      lostProps,
    ]),
    ...asKind('class', [...statics, assign(`Members<${wanted}>`, `Members<${given}>`)], true),
    {
      asks: 'every',
      code: assign(
        `RefsRead<${wantedArguments}, ${givenArguments}>`,
        `RefsWritten<${wantedArguments}, ${givenArguments}>`,
      ),
      problem: 'a ref is set to another element',
    },
  ]
}

const lost = (wanted: string, given: string): string => assign('never', `Lost<${wanted}, ${given}>`)

function assign(target: string, source: string): string {
  return `const value: ${target} = given<${source}>()`
}

function specifier({ types, folder }: TypesFolder, request: string): string {
  return `${folder}/${(types.entries[request] ?? '').replace(/\.d\.ts$/, '')}`
}
