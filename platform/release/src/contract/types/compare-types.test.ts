import { createHash } from 'node:crypto'
import { type ComparisonCache, compareTypes, type Pair } from './compare-types'
import { moreChanges } from './more-changes'
import { type Change, changes, misses } from './sixty-changes'

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

const judge = async (list: readonly Change[]) => {
  const results = await compareTypes(
    list.map(({ from, to, name }) => pairOf(from, to, name)),
    none,
  )
  return results.map((problems) => ({ outcome: problems.length === 0 ? 'accepted' : 'refused', problems }))
}

describe('60 changes of a shared module, judged by the types alone', () => {
  let results: Awaited<ReturnType<typeof judge>> = []

  beforeAll(async () => {
    results = await judge(changes)
  }, 60_000)

  it('are sixty', () => expect(changes).toHaveLength(60))

  it.each(changes.map((change, index) => [index, change.what, change.outcome] as const))(
    '%i %s: %s',
    (index, _, outcome) => expect(results[index]).toMatchObject({ outcome }),
  )
})

// A capital letter made a name a component, and components had to be functions of props.
describe('what a name is', () => {
  let results: Awaited<ReturnType<typeof judge>> = []

  beforeAll(async () => {
    results = await judge(moreChanges)
  }, 60_000)

  it.each(moreChanges.map((change, index) => [index, change.what, change.outcome] as const))(
    'is found by its type: %i %s: %s',
    (index, _, outcome) => expect(results[index]).toMatchObject({ outcome }),
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

  it('has two known misses', async () => {
    expect(await judge(misses)).toMatchObject(misses.map(({ outcome }) => ({ outcome })))
  }, 60_000)

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
