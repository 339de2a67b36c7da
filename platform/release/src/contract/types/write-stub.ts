import type { SharedTypes } from '@site/shared/release-contract'

/**
 * Types of a stub: `W` is what a remote was compiled against, `G` what the host provides.
 * `KindOf`: compares components by props, anything else as a value.
 * `Lost`: keys that callers may still set and the other release ignores; assignability accepts them.
 * `RefsWritten`: what the host writes into refs; assignability treats refs as read-only.
 */
const STUB_TYPES = `import type { Component, Context, ReactElement, ReactNode, RefObject } from 'react'
type Fn = (...args: never) => unknown
type Overloads<F> = F extends {
  (...args: infer A): infer R; (...args: infer B): infer S; (...args: infer C): infer T; (...args: infer D): infer U
} ? [A, R] | [B, S] | [C, T] | [D, U] : never
type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never
type ResultOf<F> = F extends (...args: never) => infer R ? R : never

type ClassPart = abstract new (...args: never) => Component
type IsPart<F> = F extends Fn
  ? F extends Context<infer _> ? false
  : true extends IsUnion<Overloads<F>> ? false
  : [ResultOf<F>] extends [ReactNode] ? true : false
  : false
type RendersElements<R> = [R] extends [never] ? false : [R] extends [null] ? true : [ReactElement] extends [R] ? true : false
type KindOf<W, G> = W extends ClassPart ? (G extends ClassPart ? 'class' : 'value')
  : [IsPart<W>, RendersElements<ResultOf<W>>, IsPart<G>] extends [true, true, true] ? 'component' : 'value'

type PropsOf<C> = C extends abstract new (...args: never) => { readonly props: infer P } ? P : never
type ArgumentsOf<C> = C extends ClassPart ? [PropsOf<C>]
  : C extends (...args: infer A) => unknown ? (A extends [] ? [{}] : A) : []
type ReactOwn = '$$typeof' | 'displayName' | 'propTypes' | 'defaultProps' | 'contextType' | 'contextTypes'
  | 'prototype' | 'type' | '_result' | 'getDerivedStateFromProps' | 'getDerivedStateFromError'
type Statics<C> = { [K in Exclude<keyof C, ReactOwn>]: C[K] }
type Members<C> = C extends abstract new (...args: never) => infer I ? Omit<I, keyof Component> : never

type KeysOf<T> = T extends unknown ? keyof T : never
type Plain<T> = T extends object ? (T extends readonly unknown[] | Fn ? never : T) : never
type Takers<M, G> = G extends unknown ? (M extends G ? G : never) : never
type KeysTaken<M, G> = [Takers<M, G>] extends [never] ? KeysOf<G> : KeysOf<Takers<M, G>>
type LostOf<M, G> = M extends unknown ? Exclude<keyof M, KeysTaken<M, G>> : never
type LostKeys<W, G> = unknown extends G ? never : LostOf<Plain<NonNullable<W>>, Plain<NonNullable<G>>>
type LostIn<W extends unknown[], G extends unknown[]> =
  | Exclude<W['length'], G['length']>
  | { [I in keyof W]-?: I extends keyof G ? LostKeys<W[I], G[I]> : never }[number]
type TakesAll<A extends unknown[], Given> = Given extends [infer B extends unknown[], unknown]
  ? A extends B ? ([LostIn<A, B>] extends [never] ? true : never) : never
  : never
type LostFrom<A extends unknown[], Given> = Given extends [infer B extends unknown[], unknown] ? LostIn<A, B> : never
type LostArguments<Wanted, Given> = Wanted extends [infer A extends unknown[], unknown]
  ? [TakesAll<A, Given>] extends [never] ? LostFrom<A, Given> : never
  : never
type LostResult<R, S, D extends 0[]> = [ReactElement] extends [R] ? never : Lost<R, S, D>
type Lost<W, G, D extends 0[] = []> = D['length'] extends 6 ? never
  : W extends string | number | bigint | symbol | boolean | null | undefined | readonly unknown[] ? never
  : G extends W
    ? | (W extends Fn ? LostArguments<Overloads<W>, Overloads<G>> : never)
      | (W extends Fn ? LostResult<ResultOf<W>, ResultOf<G>, [...D, 0]> : never)
      | { [K in keyof W & keyof G]: Lost<W[K], G[K], [...D, 0]> }[keyof W & keyof G]
    : never

type Common<W, G> = keyof W & keyof G
type Fields<T> = Plain<NonNullable<T>>
type WrittenInto<T> = T extends RefObject<infer V> ? V : never
type ReadFrom<T> = [WrittenInto<T>] extends [never] ? unknown : WrittenInto<T>
type RefsRead<W, G> = { [I in Common<W, G> & \`\${number}\`]:
  [ReadFrom<W[I]>, { [K in Common<Fields<W[I]>, Fields<G[I]>>]: ReadFrom<Fields<W[I]>[K]> }] }
type RefsWritten<W, G> = { [I in Common<W, G> & \`\${number}\`]:
  [WrittenInto<G[I]>, { [K in Common<Fields<W[I]>, Fields<G[I]>>]: WrittenInto<Fields<G[I]>[K]> }] }
declare const given: { <T>(): T }
declare function drawn<A extends unknown[]>(part: (...args: A) => unknown): (...args: A) => void
`

export type TypesFolder = { types: SharedTypes; folder: string }
export type Use = { request: string; name: string; place: string }
export type Kind = 'component' | 'class' | 'value'
export type Question = { use: Use; asks: 'kind' | 'every' | Kind; isPart?: boolean; problem?: string }
export type Stub = { text: string; questions: ReadonlyMap<number, Question> }

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

/** Orders questions by how much a problem tells. */
function ask(wanted: string, given: string): (Omit<Question, 'use'> & { code: string })[] {
  const [wantedArguments, givenArguments] = [`ArgumentsOf<${wanted}>`, `ArgumentsOf<${given}>`]
  const [wantedStatics, givenStatics] = [`Statics<${wanted}>`, `Statics<${given}>`]
  const asKind = (asks: Kind, list: string[], isPart = false) => list.map((code) => ({ asks, code, isPart }))
  const lostProps = assign('never', `LostArguments<[${wantedArguments}, 0], [${givenArguments}, 0]>`)
  const statics = [assign(wantedStatics, givenStatics), lost(wantedStatics, givenStatics)]
  return [
    { asks: 'kind', code: assign('never', `KindOf<${wanted}, ${given}>`) },
    ...asKind('value', [assign(wanted, given), lost(wanted, given)]),
    // A call keeps type parameters; a conditional type does not.
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
const assign = (target: string, source: string): string => `const value: ${target} = given<${source}>()`

function specifier({ types, folder }: TypesFolder, request: string): string {
  return `${folder}/${(types.entries[request] ?? '').replace(/\.d\.ts$/, '')}`
}
