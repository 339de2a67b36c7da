import type { Change } from './sixty-changes'

const react = `import type { Component, ComponentPropsWithoutRef, ReactNode, Ref } from 'react'
import type { ForwardRefExoticComponent, JSX, MemoExoticComponent, RefAttributes } from 'react'\n`

type Row = [what: string, from: string, to: string]
const rows = (name: string, outcome: Change['outcome'], list: readonly Row[]): Change[] =>
  list.map(([what, from, to]) => ({ what, name, from: `${react}${from}\n`, to: `${react}${to}\n`, outcome }))

const limit = (type: string) => `export declare const LIMIT: ${type}`
const part = (signature: string, statics = '') =>
  `export declare function Part${signature}: ReactNode\n${statics && `export declare namespace Part { ${statics} }`}`
const classPart = (props: string, members = '') =>
  `export declare class Part extends Component<${props}> { ${members} render: () => ReactNode }`
const load = (...signatures: string[]) => signatures.map((it) => `export declare function load${it}`).join('\n')
const branded = (brand: string, more = '') =>
  `declare const brand: unique symbol\nexport type Id = ${brand}\n${more}export declare function load(id: Id): Id`
const title = 'const Title: (props: { text: string }) => ReactNode'

const byType: readonly Change[] = [
  ...rows('LIMIT', 'accepted', [['a constant in capitals that is more exact', limit('number'), limit('5')]]),
  ...rows('LIMIT', 'refused', [
    ['a constant in capitals of another type', limit('number'), limit('string')],
    ['a list in capitals of other values', limit('readonly number[]'), limit('readonly string[]')],
    ['a constant that became a component', limit('number'), limit('(props: { title: string }) => ReactNode')],
  ]),
  ...rows('Read', 'refused', [
    [
      'a function whose name begins like a component’s, with another result',
      'export declare function Read(of: { id: number }): string',
      'export declare function Read(of: { id: number }): number',
    ],
  ]),
  ...rows('render', 'accepted', [
    [
      'a component whose name begins like a function’s and that renders nothing at times',
      'export declare function render(props: { title: string }): JSX.Element',
      'export declare function render(props: { title: string }): ReactNode',
    ],
  ]),
  ...rows('Part', 'accepted', [
    ['a class component with a new optional prop', classPart('{ a: string }'), classPart('{ a: string; b?: string }')],
    [
      'a class component whose optional prop takes more',
      classPart('{ a?: string }'),
      classPart('{ a?: string | number }'),
    ],
    ['a component with a new part', part('(props: { a: string })'), part('(props: { a: string })', title)],
    [
      'a component that remembers what it rendered',
      'export declare function Part(props: { a: string }): JSX.Element',
      'export declare const Part: MemoExoticComponent<(props: { a: string }) => JSX.Element>',
    ],
    [
      'a component that no longer remembers what it rendered',
      'export declare const Part: MemoExoticComponent<(props: { a: string }) => JSX.Element>',
      'export declare function Part(props: { a: string }): JSX.Element',
    ],
    [
      'a component that renders something after all',
      'export declare function Part(props: { a: string }): null',
      'export declare function Part(props: { a: string }): JSX.Element',
    ],
    [
      'a generic component with a new optional prop',
      part('<T>(props: { items: T[]; onPick: (item: T) => void })'),
      part('<T>(props: { items: T[]; onPick: (item: T) => void; label?: string })'),
    ],
    [
      'a reference to the same element',
      part('(props: { ref?: Ref<HTMLInputElement> })'),
      part('(props: { ref?: Ref<HTMLInputElement>; label?: string })'),
    ],
  ]),
  ...rows('Part', 'refused', [
    ['a renamed prop of a class component', classPart('{ a: string }'), classPart('{ b: string }')],
    ['a new required prop of a class component', classPart('{ a: string }'), classPart('{ a: string; b: string }')],
    [
      'an optional prop of a class component that is gone',
      classPart('{ a: string; b?: string }'),
      classPart('{ a: string }'),
    ],
    [
      'a class component without one of its members',
      classPart('{ a: string }', 'focus: () => void;'),
      classPart('{ a: string }'),
    ],
    ['a part of a component that is gone', part('(props: { a: string })', title), part('(props: { a: string })')],
    [
      'a part of a component with another prop',
      part('(props: { a: string })', title),
      part('(props: { a: string })', 'const Title: (props: { heading: string }) => ReactNode'),
    ],
    [
      'an optional prop of a part of a component that is gone',
      part('()', 'const Title: (props: { text: string; lead?: string }) => ReactNode'),
      part('()', title),
    ],
    [
      'another argument of the callback of a generic component',
      part('<T>(props: { items: T[]; onPick: (item: T) => void })'),
      part('<T>(props: { items: T[]; onPick: (index: number) => void })'),
    ],
    ['a component that takes no props any more', part('(props: { lead?: string })'), part('()')],
    [
      'a reference to another element',
      part('(props: { ref?: Ref<HTMLInputElement> })'),
      part('(props: { ref?: Ref<HTMLDivElement> })'),
    ],
    [
      'a reference to another element, passed on',
      "export declare const Part: ForwardRefExoticComponent<ComponentPropsWithoutRef<'b'> & RefAttributes<HTMLInputElement>>",
      "export declare const Part: ForwardRefExoticComponent<ComponentPropsWithoutRef<'b'> & RefAttributes<HTMLDivElement>>",
    ],
    [
      'an optional prop of one member of a union that is gone',
      part("(props: { as: 'a'; note?: string } | { as: 'b'; note?: string })"),
      part("(props: { as: 'a' } | { as: 'b'; note?: string })"),
    ],
    [
      'one of two ways to call a component that is gone',
      `${part('(props: { a: string })')}${part('(props: { b: string })')}`,
      part('(props: { b: string })'),
    ],
  ]),
]

const byStructure: readonly Change[] = [
  ...rows('load', 'accepted', [
    ['an overload more', load('(id: number): string'), load('(id: string): string', '(id: number): string')],
    [
      'overloads in another order',
      load('(id: number): number', '(id: string): string'),
      load('(id: string): string', '(id: number): number'),
    ],
    [
      'two overloads that became one with an optional argument',
      load('(id: number): string', '(id: number, note: string): string'),
      load('(id: number, note?: string): string'),
    ],
    [
      'a union with a member more',
      load("(of: { as: 'a'; note?: string }): void"),
      load("(of: { as: 'a'; note?: string } | { as: 'b' }): void"),
    ],
    [
      'a choice between results whose functions take different arguments',
      load('(): { ok: true; run: (a: string, b?: string) => void } | { ok: false; run: (a: string) => void }'),
      `${load('(): { ok: true; run: (a: string, b?: string) => void } | { ok: false; run: (a: string) => void }')}\nexport {}`,
    ],
    [
      'a function that takes the same brand',
      branded('string & { readonly [brand]: true }'),
      branded('string & { readonly [brand]: true }', 'export type More = 1\n'),
    ],
  ]),
  ...rows('load', 'refused', [
    [
      'an overload less, the shorter first',
      load('(id: number): string', '(id: number, note: string): string'),
      load('(id: number): string'),
    ],
    [
      'an overload less, the longer first',
      load('(id: number, note: string): string', '(id: number): string'),
      load('(id: number): string'),
    ],
    ['an overload of another type less', load('(id: string): void', '(id: number): void'), load('(id: number): void')],
    [
      'an optional key of one member of a union that is gone',
      load("(of: { as: 'a'; note?: string } | { as: 'b'; note?: string }): void"),
      load("(of: { as: 'a' } | { as: 'b'; note?: string }): void"),
    ],
    [
      'a function that takes another brand',
      branded("string & { readonly [brand]: 'course' }"),
      branded("string & { readonly [brand]: 'order' }"),
    ],
    [
      'a function that takes the brand of another symbol',
      branded('string & { readonly [brand]: true }'),
      branded('string & { readonly [mark]: true }', 'declare const mark: unique symbol\n'),
    ],
  ]),
  ...rows('KEY', 'accepted', [
    [
      'a symbol that is as it was',
      'export declare const KEY: unique symbol',
      'export declare const KEY: unique symbol\nexport declare const OTHER: unique symbol',
    ],
  ]),
  ...rows('KEY', 'refused', [
    ['a symbol that became a text', 'export declare const KEY: unique symbol', "export declare const KEY: 'key'"],
  ]),
]

export const moreChanges: readonly Change[] = [...byType, ...byStructure]
