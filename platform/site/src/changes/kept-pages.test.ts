import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { documentsOf, readComposition } from '@platform/compose/composition/composition'
import { COMPOSITION_FILE } from '@platform/compose/composition/composition-folder'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { readKept, readPage } from '@platform/compose/testing/kept-page'
import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { checkActivation } from '../queries/check-activation'
import {
  ALL,
  CATALOG,
  CONTENT,
  createSiteOfThree,
  host,
  type RecordedRendering,
  recordRendering,
  SHELL,
} from '../testing/recorded-rendering'
import type { TestSite } from '../testing/test-site'
import { addKey, revokeKey } from './change-keys'
import { makePreview } from './make-preview'

jest.mock('@platform/base/durable/compress', () => {
  const actual = jest.requireActual('@platform/base/durable/compress')
  return { ...actual, compress: jest.fn(actual.compress) }
})

const HOUR_MS = 3_600_000

let first: TestSite
let site: TestSite
let record: RecordedRendering

beforeAll(async () => {
  first = await createSiteOfThree()
})
const blobsHere = async () => [...(await listBlobs(site.copy))].sort()

beforeEach(async () => {
  site = await first.duplicate()
  record = recordRendering(site)
  jest.mocked(compress).mockClear()
})
afterEach(() => site.remove())
afterAll(() => first.remove())

describe('what is made of the same inputs', () => {
  it('is not rendered again: a release of one package costs its own pages', async () => {
    expect(await record.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(record.rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, 2, '/courses')).toContain('Other courses at /courses')
  })

  it('is found in any kept composition, not in the live one alone', async () => {
    await record.activate({ catalog: '0.2.0' })
    record.restart()
    expect(await record.activate({ catalog: '0.1.0' })).toMatchObject({ number: 3, outcome: 'activated' })
    expect(record.rendered).toEqual([])
    expect(await readKept(site.copy, 3)).not.toEqual(await readKept(site.copy, 2))
    const [before, after] = [await readKept(site.copy, 1), await readKept(site.copy, 3)]
    for (const address of ALL) expect(after.get(address)).toEqual(before.get(address))
  })

  it('is nothing new when all of it is the same', async () => {
    expect(await record.activate({ catalog: '0.1.0' })).toMatchObject({ number: 1, outcome: 'already live' })
    expect([record.rendered, await readdir(site.copy.compositions)]).toEqual([[], ['1']])
  })

  it('is not rendered to be looked at, nor for a preview', async () => {
    expect(await checkActivation(site.copy, { catalog: '0.2.0' }, record.limits())).toMatchObject({
      documents: ALL.length,
      problems: [],
    })
    expect(record.rendered).toEqual(CATALOG)
    record.restart()
    const { number } = await makePreview(site.store, { catalog: '0.2.0' }, HOUR_MS, record.limits())
    expect(record.rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, number, '/blog')).toContain('Preview of catalog@0.2.0')
    record.restart()
    // Pages with the ribbon must not be reused without it.
    await record.activate({ catalog: '0.2.0' })
    expect(record.rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, number + 1, '/blog')).not.toContain('Preview of')
  })

  // The ribbon counted as part of the first preview's pages, so the second preview failed.
  it('is found with the ribbon of a preview too, for the next preview of the same', async () => {
    const wanted = [{ catalog: '0.2.0' }, HOUR_MS, record.limits()] as const
    await makePreview(site.store, ...wanted)
    record.restart()
    const { number } = await makePreview(site.store, ...wanted)
    expect(record.rendered).toEqual([])
    expect(await readPage(site.copy, number, '/blog')).toContain('Preview of catalog@0.2.0')
  })

  it('says how far it is while it is made', async () => {
    const seen: object[] = []
    await record.activate({ catalog: '0.2.0' }, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([0, 1, 2, 3].map((done) => ({ done, of: 3, reused: 4 })))
  })
})

describe('pages that are refused in the end', () => {
  it('leave nothing of those that were finished before', async () => {
    const before = await blobsHere()
    const refusing: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      await site.limits.render(work, limits, (html) => onDocument(html.replace('<h1>', '<h1>New: ')))
      throw new Error('not these')
    }
    await site.publish({ ...host, version: '0.2.0' })
    await expect(record.activate({ shell: '0.2.0' }, { render: refusing })).rejects.toThrow('not these')
    expect(await blobsHere()).toEqual(before)
    expect(await readdir(site.copy.compositions)).toEqual(['1'])
  })
})

describe('a page that is rendered again and has the same bytes', () => {
  it('keeps its compressed copies, for it takes as long to make them as to render it', async () => {
    const packs = await blobsHere()
    await record.activate({ catalog: '0.2.0' }, { memoryMb: 63 })
    expect(record.rendered).toEqual(ALL)
    const [before, after] = [await readKept(site.copy, 1), await readKept(site.copy, 2)]
    for (const address of [...SHELL, ...CONTENT]) expect(after.get(address)).toEqual(before.get(address))
    expect((await blobsHere()).filter((it) => !packs.includes(it))).toHaveLength(2 * CATALOG.length + 4)
    const isPage = ([content]: Parameters<typeof compress>) => String(content).includes('<main>')
    expect(jest.mocked(compress).mock.calls.filter(isPage)).toHaveLength(CATALOG.length)
  })
})

describe('a page of a release that stays', () => {
  async function pagesOf(number: number, owners: readonly string[]) {
    const composition = await readComposition(site.copy, number)
    const own = Object.entries(composition.pages).filter(([, { module }]) =>
      owners.includes(module.split('/')[0] ?? ''),
    )
    const pages = Object.fromEntries(own)
    const digests = new Set(documentsOf({ pages, indexes: {} }).map(({ sha256 }) => sha256))
    const kept = [...(await readKept(site.copy, number)).values()].filter((document) => digests.has(document.sha256))
    expect(kept.length).toBeGreaterThan(0)
    return { pages, kept }
  }

  // Each page named the composition's number and all packages' files, so any release changed every page.
  it('keeps every byte, its entity tag and its digest, whatever else is released', async () => {
    const content = {
      'client/remote-entry.js': 'var catalog = 2',
      'client/new.js': '/* new */',
      'client/courses.css': '.courses{color:blue}',
      'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`),
    }
    await site.publish(catalogFixture({ version: '0.3.0', content }))
    await record.activate({ catalog: '0.3.0' })
    expect(await pagesOf(2, ['shell', 'content'])).toEqual(await pagesOf(1, ['shell', 'content']))
    expect(await pagesOf(2, ['catalog'])).not.toEqual(await pagesOf(1, ['catalog']))
    await site.publish({ ...host, version: '0.2.0' })
    await record.activate({ shell: '0.2.0' })
    expect(await pagesOf(3, ['content'])).not.toEqual(await pagesOf(2, ['content']))
  })
})

describe('whatever else goes into a page has it rendered again', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    [
      'the shell',
      async () => {
        await site.publish({ ...host, version: '0.2.0' })
        await record.activate({ shell: '0.2.0' })
      },
      ALL,
    ],
    [
      'a setting',
      async () => {
        await site.store.changeDocument('settings', (kept) => ({ ...kept, publicUrl: 'https://shop.example' }) as never)
        await record.activate({ catalog: '0.1.0' })
      },
      ALL,
    ],
    ['a limit', () => record.activate({ catalog: '0.2.0' }, { memoryMb: 63 }), ALL],
    [
      'the program that renders',
      async () => {
        await writeFile(site.limits.programFile, `${await readFile(site.limits.programFile, 'utf8')}\n`)
        await record.activate({ catalog: '0.2.0' })
      },
      ALL,
    ],
    [
      'a key that was revoked since: its owner may have had a hand in every page that was rendered',
      async () => {
        const { createTeam } = await import('@platform/release/testing/signing')
        await revokeKey(site.store, 'sponsors', await addKey(site.store, 'sponsors', createTeam().publicKey))
        await record.activate({ catalog: '0.2.0' })
      },
      ALL,
    ],
    ['chance', () => record.activate({ catalog: '0.2.0' }, { renderedAgain: (kept) => kept }), ALL],
  ])('%s', async (_what, change, expected) => {
    await change()
    expect(record.rendered).toEqual(expected)
  })
})

describe('bytes stand once for all compositions', () => {
  const sizeOf = async () => {
    const files = await readdir(site.copy.root, { recursive: true, withFileTypes: true })
    const own = files.filter((it) => it.isFile() && /blobs|compositions/.test(it.parentPath))
    const sizes = own.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  it('so that a composition of the same pages is a list', async () => {
    const before = await blobsHere()
    await record.activate({ catalog: '0.2.0' })
    const after = await blobsHere()
    // Two blobs for each catalog document, its page list, known pages, the sitemap and the file index.
    expect(after.filter((it) => !before.includes(it))).toHaveLength(2 * CATALOG.length + 4)
    const one = await sizeOf()
    await record.activate({ catalog: '0.1.0' })
    const [json, added] = [(await stat(manifestOf(3))).size, (await sizeOf()) - one]
    expect(added).toBeLessThan(json + 3_000)
  })

  const manifestOf = (number: number) => path.join(site.copy.composition(number), COMPOSITION_FILE)
})
