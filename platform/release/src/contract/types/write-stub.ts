import type { SharedTypes } from '@site/shared/release-contract'

/** Types of one side of a comparison, and the folder in which the stub finds them. */
export type TypesFolder = { types: SharedTypes; folder: string }
/** A name of a shared module that is used, and where. */
export type Use = { request: string; name: string; place: string }
/** A program for the type checker, and which use each of its lines asks about. */
export type Stub = { text: string; uses: ReadonlyMap<number, Use> }

/**
 * `LostKeys`: keys a caller may still set and the other side no longer reads; assignability alone accepts that.
 * `Lost` finds them in every function a value leads to. Components are compared by their props alone: what they render
 * to is React's matter.
 */
const HELPERS = `import type { Context } from 'react'
type PropsOf<C> = C extends (props: infer P, ...rest: never) => unknown ? P : never
type ValueOf<C> = C extends Context<infer V> ? V : never
type KeysOf<T> = T extends unknown ? keyof T : never
type Plain<T> = T extends object ? (T extends readonly unknown[] | ((...args: never) => unknown) ? never : T) : never
type LostKeys<W, G> = unknown extends G ? never : Exclude<KeysOf<Plain<NonNullable<W>>>, KeysOf<Plain<NonNullable<G>>>>
type LostIn<W extends unknown[], G extends unknown[]> =
  | Exclude<W['length'], G['length']>
  | { [I in keyof W]-?: I extends keyof G ? LostKeys<W[I], G[I]> : never }[number]
type Lost<W, G, D extends 0[] = []> = D['length'] extends 6 ? never
  : W extends (...args: infer WA) => infer WR
    ? G extends (...args: infer GA) => infer GR ? LostIn<WA, GA> | Lost<WR, GR, [...D, 0]> : never
  : W extends readonly unknown[] ? never
  : W extends object ? G extends object
    ? { [K in keyof W & keyof G]: Lost<W[K], G[K], [...D, 0]> }[keyof W & keyof G] : never : never
declare const given: { <T>(): T }
`

/** Asks, for each use, whether what is given can stand where the other was wanted. */
export function writeStub(wanted: TypesFolder, given: TypesFolder, uses: readonly Use[]): Stub {
  const requests = [...new Set(uses.map(({ request }) => request))]
  const lines = [
    ...HELPERS.trimEnd().split('\n'),
    ...requests.flatMap((request, index) => [
      `import type * as W${index} from './${specifier(wanted, request)}'`,
      `import type * as G${index} from './${specifier(given, request)}'`,
    ]),
  ]
  const usesByLine = new Map<number, Use>()
  for (const use of uses) {
    const index = requests.indexOf(use.request)
    for (const question of questions(`typeof W${index}.${use.name}`, `typeof G${index}.${use.name}`, use.name)) {
      usesByLine.set(lines.push(`;(() => ${question})()`), use)
    }
  }
  return { text: `${lines.join('\n')}\n`, uses: usesByLine }
}

function questions(wanted: string, given: string, name: string): string[] {
  if (!/^[A-Z]/.test(name)) return [assign(wanted, given), assign('never', `Lost<${wanted}, ${given}>`)]
  return [
    assign(`(props: PropsOf<${wanted}>) => void`, `(props: PropsOf<${given}>) => void`),
    assign('never', `LostKeys<PropsOf<${wanted}>, PropsOf<${given}>>`),
    // A context is read as well as provided.
    assign(`ValueOf<${wanted}>`, `ValueOf<${given}>`),
  ]
}

function assign(target: string, source: string): string {
  return `{ const value: ${target} = given<${source}>() }`
}

function specifier({ types, folder }: TypesFolder, request: string): string {
  return `${folder}/${(types.entries[request] ?? '').replace(/\.d\.ts$/, '')}`
}
