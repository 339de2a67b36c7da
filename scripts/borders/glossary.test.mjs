import { findGlossaryOffences, findReplacedWords, formatWords } from './glossary.mjs'
import { smallHouse } from './testing/small-house.mjs'

const PATH = 'upper/src/a.ts'

function usesOf(text, entry, path = PATH) {
  const [{ uses }] = findReplacedWords(smallHouse({ [path]: text }, { glossary: [{ say: 'action', ...entry }] }))
  return uses
}

describe('a word that the glossary replaces', () => {
  it.each([
    ['a variable', 'const lastAct = 1', 'lastAct'],
    ['a function', 'export function actNow() {}', 'actNow'],
    ['a parameter', 'const run = (act: string) => 1', 'act'],
    ['a part of a destructured value', 'const { a: [act] } = b', 'act'],
    ['a property', 'const a = { act: 1 }', 'act'],
    ['a property written as a text', `const a = { 'x-act': 1 }`, 'x-act'],
    ['a property of a type', 'type A = { readonly act: string }', 'act'],
    ['a type', 'export type ActOfSite = string', 'ActOfSite'],
    ['an interface', 'interface Act {}', 'Act'],
    ['a method', 'class A { act() {} }', 'act'],
    ['a field', 'class A { #act = 1 }', 'act'],
    ['a constant', 'const MAX_ACT = 1', 'MAX_ACT'],
    ['another name for an import', `import { a as act } from 'b'`, 'act'],
  ])('is found in %s', (_, text, name) => {
    expect(usesOf(text, { words: ['act'] })).toEqual([`${PATH}:1 ${name}`])
  })

  it.each([
    ['a longer word', 'const action = 1, exact = 2, react = 3'],
    ['a name of others', `import { act } from 'react'\nact(); a.act()`],
    ['a text', `const a = 'act'`],
    ['a comment', '// act'],
    ['a sentence as a key', `const a = { 'they act at once': 1 }`],
  ])('is not found in %s', (_, text) => {
    expect(usesOf(text, { words: ['act'] })).toEqual([])
  })

  it('may be of several parts', () => {
    expect(usesOf('const startStandIns = 1, standing = 2, inStand = 3', { words: ['standIns'] })).toEqual([
      `${PATH}:1 startStandIns`,
    ])
  })

  it('stays in names that are said so', () => {
    const entry = { words: ['act'], except: ['actOfParliament'] }
    expect(usesOf('const theActOfParliament = 1, act = 2', entry)).toEqual([`${PATH}:1 act`])
  })

  it('is found on its line', () => {
    expect(usesOf('\n\nconst act = 1\n', { words: ['act'] })).toEqual([`${PATH}:3 act`])
  })

  it('is found in the names of files and folders, once each', () => {
    const texts = { 'upper/src/act/read-act.ts': '', 'upper/src/act/b.ts': '' }
    const [{ uses }] = findReplacedWords(smallHouse(texts, { glossary: [{ words: ['act'], say: 'action' }] }))
    expect(uses).toEqual(['upper/src/act (its name)', 'upper/src/act/read-act.ts (its name)'])
  })

  it('may be replaced in names of files alone, in one folder alone, or only where it is the whole name', () => {
    expect(usesOf('const act = 1', { words: ['act'], onlyPaths: true })).toEqual([])
    expect(usesOf('const act = 1', { words: ['act'], within: ['ground/'] })).toEqual([])
    expect(usesOf('const act = 1, lastAct = 2', { words: ['act'], isWhole: true })).toEqual([`${PATH}:1 act`])
  })

  it('is an offence once it is enforced, and counted before', () => {
    const glossary = [
      { words: ['act'], say: 'action', enforced: false },
      { words: ['fault', 'faults'], say: 'problem', enforced: true },
    ]
    const words = findReplacedWords(
      smallHouse({ [PATH]: 'const act = findFaults()\nconst faults = act' }, { glossary }),
    )
    expect(findGlossaryOffences(words)).toEqual([`${PATH}:2 faults: say problem`])
    expect(formatWords(words)).toBe('act 1 · fault, faults 1')
  })
})
