import { refuseVagueTypes } from '../../kit/release/emit-types.mjs'

const judge = (line: string) => () => refuseVagueTypes({ 'ui/part.d.ts': `${line}\n` })

it.each([
  ['export declare function run(of: any): void', 'has the type any'],
  ['export declare const list: readonly any[];', 'has the type any'],
  ['export declare function Part(): Promise<JSX.Element>;', 'is an async component'],
  ['    close(): void;', 'is a method'],
  ["import type { Location } from 'react-router-dom';", 'hands on types of a library'],
  ['export declare const store: import("zustand").StoreApi<State>;', 'hands on types of a library'],
])('types that no comparison could judge are refused with their file: %s', (line, problem) => {
  expect(judge(line)).toThrow(`shared/src/ui/part: "${line.trim()}" ${problem}`)
})

it.each([
  "export declare const word: 'any' | 'many';",
  'export declare function load(): Promise<string>;',
  '    close: () => void;',
  "import type { ReactNode } from 'react';",
  'export declare function Part(): import("react").JSX.Element;',
  "export { Part } from './part';",
])('other types are not: %s', (line) => expect(judge(line)).not.toThrow())
