import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ComparisonCache, compareTypes, type Pair } from './compare-types'

/**
 * Headings are `=== name outcome: declaration`. A change has three lines: what changes, and what fills the
 * declaration's `~` before and after. `missed`: known wrong results, listed in docs/reference/contract.md.
 */
const table = readFileSync(path.join(__dirname, '../../testing/fixtures/type-changes.txt'), 'utf8')
const react = `import type { Component, ComponentProps, ComponentPropsWithoutRef, Context, ReactNode, Ref } from 'react'
import type { ForwardRefExoticComponent, JSX, MemoExoticComponent, RefAttributes } from 'react'\n`

const changes = table.split(/^=== /m).flatMap((group) => {
  const [heading = '', ...rows] = group.trimEnd().split('\n\n')
  const [, name = '', verdict = '', declaration = ''] = /^(\S+) (\S+): (.+)$/.exec(heading) ?? []
  return rows.map((row) => {
    const [what = '', from = '', to = ''] = row.trim().split('\n')
    const outcome = verdict === 'missed' ? /: (\w+),/.exec(what)?.[1] : verdict
    const [before, after] = [from, to].map((it) => `${react}${declaration.replace('~', () => it.trim())}\n`)
    return { what, name, outcome, from: before ?? '', to: after ?? '' }
  })
})

const request = '@site/shared/ui'
const none: ComparisonCache = { read: async () => undefined, write: async () => {} }

function pairOf(wanted: string, given: string, name: string): Pair {
  const types = (text: string) => ({
    entries: { [request]: 'ui/index.d.ts' },
    files: { 'ui/index.d.ts': text },
    digest: createHash('sha256').update(text).digest('hex'),
  })
  const styles = { properties: {}, layers: {} }
  const release = { package: 'catalog', version: '1.0.0' }
  const remote = {
    ...release,
    requires: { names: { [request]: { [name]: 'catalog/src/a.tsx:3' } }, types: types(wanted), styles },
  }
  const provides = { names: { [request]: [name] }, types: types(given), styles: { properties: [], layers: [] } }
  return { remote, host: { ...release, package: 'shell', provides } } as unknown as Pair
}

describe('a change of a shared module, compared by the types alone', () => {
  let results: string[][] = []

  beforeAll(async () => {
    const pairs = changes.map(({ from, to, name }) => pairOf(from, to, name))
    results = await compareTypes(pairs, none)
  }, 60_000)

  it('comes in a hundred kinds', () => expect(changes).toHaveLength(103))

  it.each(changes.map(({ what, outcome }, index) => [index, what, outcome] as const))(
    '%i %s: %s',
    (index, _, outcome) => expect(results[index]?.length ? 'refused' : 'accepted').toBe(outcome),
  )
})

describe('the comparison of types', () => {
  // Types that take for ever to check made an activation wait for ever.
  it('is given up after a while, which is a problem of the two releases and is not kept', async () => {
    const write = jest.fn()
    const pair = pairOf('export declare const value: 5', 'export declare const value: "5"', 'value')
    const problem =
      'catalog@1.0.0 has types that cannot be compared with those of shell@1.0.0: the type checker did not end within ' +
      '0.001 s. Try again while this machine is less busy; if it stays so, write the types of the shared modules more simply.'
    expect(await compareTypes([pair, pair], { ...none, write }, 1)).toEqual([[problem], [problem]])
    expect(write).not.toHaveBeenCalled()
  })

  it('says which name, where it is used, what is different and what to do', async () => {
    const from = 'export declare function Dialog(props: { title: string; wide?: boolean }): string'
    const to = 'export declare function Dialog(props: { heading: string }): string'
    const [problems] = await compareTypes([pairOf(from, to, 'Dialog')], none)
    expect(problems).toEqual([
      'catalog@1.0.0 uses Dialog of @site/shared/ui (catalog/src/a.tsx:3) as it was when it was compiled; in ' +
        'shell@1.0.0 "heading" is required now. Build it against the shared modules of that shell, or activate a shell ' +
        'that keeps the old use working.',
    ])
  }, 60_000)

  it('asks the type checker once for the same question', async () => {
    const kept = new Map<string, string[]>()
    const read = jest.fn(async (key: string) => kept.get(key))
    const write = jest.fn(async (key: string, problems: string[]) => void kept.set(key, problems))
    const pair = pairOf('export declare const value: 5', 'export declare const value: "5"', 'value')
    const first = await compareTypes([pair, pair], { read, write })
    expect(await compareTypes([pair], { read, write })).toEqual([first[0]])
    expect(first[1]).toEqual(first[0])
    expect(write).toHaveBeenCalledTimes(1)
  }, 60_000)

  it('asks nothing when the digests are equal', async () => {
    const read = jest.fn()
    expect(await compareTypes([pairOf('export {}', 'export {}', 'value')], { ...none, read })).toEqual([[]])
    expect(read).not.toHaveBeenCalled()
  })
})
