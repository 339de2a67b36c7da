export type Change = { what: string; name: string; from: string; to: string; outcome: 'accepted' | 'refused' }

const react = `import type { ComponentProps, Context, ReactNode } from 'react'\n`
const component = (props: string) => `${react}export declare function Part(props: ${props}): ReactNode\n`
const fun = (signature: string) => `${react}export declare function run${signature}\n`
const constant = (type: string) => `${react}export declare const value: ${type}\n`
const context = (type: string) => `${react}export declare const Place: Context<${type}>\n`
const store = (state: string, more = '') => `
export type State = { ${state} }
export declare function store(): {
  getState: () => State
  setState: (change: Partial<State>) => void
  subscribe: (listener: (state: State) => void) => () => void
  ${more}
}\n`
const hook = (state: string) => `export type State = { ${state} }
export declare function useIt<T>(select: (state: State) => T): T\n`

type Row = [what: string, from: string, to: string]
const rows = (
  name: string,
  outcome: Change['outcome'],
  write: (text: string) => string,
  list: readonly Row[],
): Change[] => list.map(([what, from, to]) => ({ what, name, from: write(from), to: write(to), outcome }))

export const changes: readonly Change[] = [
  ...rows('Part', 'accepted', component, [
    ['a component that is as it was', '{ title: string }', '{ title: string }'],
    ['a new optional prop', '{ title: string }', '{ title: string; tone?: "calm" | "loud" }'],
    ['a required prop that became optional', '{ title: string }', '{ title?: string }'],
    ['a prop that takes more types', '{ title: string }', '{ title: string | number }'],
    ['a prop with one more choice', '{ size: "s" | "m" }', '{ size: "s" | "m" | "l" }'],
    ['a text that became a node', '{ title: string }', '{ title: ReactNode }'],
    ['a callback that is told more', '{ onClose: () => void }', '{ onClose: (why: string) => void }'],
    ['a callback whose result is no longer used', '{ onPick: () => boolean }', '{ onPick: () => unknown }'],
    ['a list that may be read only', '{ items: string[] }', '{ items: readonly string[] }'],
    ['children that became optional', '{ children: ReactNode }', '{ children?: ReactNode }'],
    ['an optional prop that takes undefined too', '{ lead?: string }', '{ lead?: string | undefined }'],
    [
      'props written in another order and under another name',
      '{ a: string; b: number }',
      'Readonly<{ b: number; a: string }>',
    ],
  ]),
  ...rows('Part', 'refused', component, [
    ['a renamed required prop', '{ title: string }', '{ heading: string }'],
    ['a new required prop', '{ title: string }', '{ title: string; id: string }'],
    ['an optional prop that became required', '{ title?: string }', '{ title: string }'],
    ['an optional prop that is gone', '{ title: string; footer?: ReactNode }', '{ title: string }'],
    ['a renamed optional prop', '{ size?: "s" | "m" }', '{ scale?: "s" | "m" }'],
    ['a prop with one choice less', '{ size: "s" | "m" }', '{ size: "s" }'],
    ['a prop of another type', '{ count: number }', '{ count: string }'],
    ['a node that became a text', '{ title: ReactNode }', '{ title: string }'],

    ['a callback that is told less', '{ onPick: (id: number) => void }', '{ onPick: () => void }'],
    ['a callback that is told something else', '{ onPick: (id: number) => void }', '{ onPick: (id: string) => void }'],
    ['a callback that must answer now', '{ onClose: () => void }', '{ onClose: () => boolean }'],
    ['a list that is written to now', '{ items: readonly string[] }', '{ items: string[] }'],
    ['children that are no longer taken', '{ children: ReactNode }', '{ title?: string }'],
    ['an element whose attributes are no longer taken', "ComponentProps<'a'> & { tone?: string }", '{ tone?: string }'],
    ['a whole object in the place of two props', '{ a: string; b: string }', '{ both: { a: string; b: string } }'],
    ['a literal that became another', '{ as: "li" }', '{ as: "article" }'],
  ]),
  ...rows('run', 'accepted', fun, [
    ['a new optional argument', '(id: number): void', '(id: number, note?: string): void'],
    ['an argument that takes more', '(id: number): void', '(id: number | string): void'],
    ['a result that is more exact', '(): string | undefined', '(): string'],
    ['a result with a new field', '(): { a: number }', '(): { a: number; b: number }'],
    [
      'an argument object with a new optional field',
      '(of: { a: number }): void',
      '(of: { a: number; b?: number }): void',
    ],
    ['an argument of any type at all', '(of: { a?: number }): void', '(of: unknown): void'],
    ['a function without a result that gives one', '(note?: string): void', '(note?: string): string'],
  ]),
  ...rows('run', 'refused', fun, [
    ['a new required argument', '(id: number): void', '(id: number, note: string): void'],
    ['an optional argument that is gone', '(id: number, note?: string): void', '(id: number): void'],
    ['arguments in another order', '(a: number, b: string): void', '(b: string, a: number): void'],
    ['a result that may be missing', '(): string', '(): string | undefined'],
    ['a result that comes later', '(): string', '(): Promise<string>'],
    ['a result with one more outcome', '(): "added" | "full"', '(): "added" | "full" | "raised"'],
    ['a result without a field', '(): { a: number; b: number }', '(): { a: number }'],
    [
      'an argument object without an optional field',
      '(of: { a: number; b?: number }): void',
      '(of: { a: number }): void',
    ],
    [
      'an argument object with a new required field',
      '(of: { a: number }): void',
      '(of: { a: number; b: number }): void',
    ],
    ['a guard that promises less', '(it: unknown): it is string', '(it: unknown): boolean'],
  ]),
  ...rows('value', 'accepted', constant, [['a constant that is more exact', 'number', '5']]),
  ...rows('value', 'refused', constant, [
    ['a constant of another type', '5', '"5"'],
    ['a constant that lost a field', '{ a: 1; b: 2 }', '{ a: 1 }'],
  ]),
  ...rows('Place', 'accepted', context, [['a context that is as it was', 'string', 'string']]),
  ...rows('Place', 'refused', context, [
    ['a context that may be empty now', 'string', 'string | null'],
    ['a context of another value', 'string', '{ url: string }'],
  ]),
  ...rows('store', 'accepted', (state) => store(state), [
    [
      'a store whose state has a new field',
      'items: string[]; clear: () => void',
      'items: string[]; note: string; clear: () => void',
    ],
    [
      'an action of a store with a new optional argument',
      'add: (id: number) => void',
      'add: (id: number, note?: string) => void',
    ],
  ]),
  ...rows('store', 'refused', (state) => store(state), [
    ['a store whose state lost a field', 'items: string[]; clear: () => void', 'items: string[]'],
    ['an action of a store with another argument', 'add: (id: number) => void', 'add: (id: string) => void'],
    [
      'an action whose argument lost an optional field',
      'add: (of: { id: number; note?: string }) => void',
      'add: (of: { id: number }) => void',
    ],
    ['a field of a store that may be missing', 'total: number', 'total: number | undefined'],
  ]),
  {
    what: 'a store without one of its functions',
    name: 'store',
    from: store('items: string[]', 'persist: { rehydrate: () => void }'),
    to: store('items: string[]'),
    outcome: 'refused',
  },
  ...rows('useIt', 'accepted', hook, [
    ['a hook whose state has a new field', 'items: string[]', 'items: string[]; note: string'],
  ]),
  ...rows('useIt', 'refused', hook, [
    ['a hook whose state lost a field', 'items: string[]; note: string', 'items: string[]'],
  ]),
]

/** Known wrong results, listed for teams in `docs/reference/contract.md`. */
export const misses: readonly Change[] = [
  {
    what: 'an optional field deep inside an argument is gone: accepted, although it is no longer read',
    name: 'run',
    from: fun('(of: { at: { x: number; y?: number } }): void'),
    to: fun('(of: { at: { x: number } }): void'),
    outcome: 'accepted',
  },
  {
    what: 'a choice that the remote never makes is gone: refused, although nothing would break',
    name: 'Part',
    from: component('{ size: "s" | "never used" }'),
    to: component('{ size: "s" }'),
    outcome: 'refused',
  },
]
