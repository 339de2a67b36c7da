import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { COMPOSITION_FILE } from '@platform/compose/composition/composition-folder'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { packFilesOf, readKept, readPage } from '@platform/compose/testing/kept-page'
import {
  catalogFixture,
  contentFixture,
  hostFixture,
  pageBundle,
  routesWithBlog,
} from '@platform/release/testing/fixture-release'
import { partsOf } from '../model/composed-parts'
import { checkActivation } from '../queries/check-activation'
import { forgePack, forgePage } from '../testing/forge-page'
import { createTestSite, type TestSite } from '../testing/test-site'
import { activateReleases } from './activate-releases'
import { addKey, revokeKey } from './change-keys'
import { makePreview } from './make-preview'
import { rollBack } from './roll-back'

jest.mock('@platform/base/durable/compress', () => {
  const actual = jest.requireActual('@platform/base/durable/compress')
  return { ...actual, compress: jest.fn(actual.compress) }
})

const HOUR_MS = 3_600_000
const host = hostFixture({ routes: routesWithBlog })
const second = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`) },
})
const [SHELL, CATALOG, CONTENT] = [
  ['/', '/about'],
  ['/courses', '/courses?category=food', '/courses?category=health'],
  ['/blog', '/blog/unknown'],
]
const ALL = [...SHELL, ...CATALOG, ...CONTENT]

let first: TestSite
let site: TestSite
/** Addresses of the documents that were rendered. */
let rendered: string[]

beforeAll(async () => {
  first = await createTestSite()
  for (const fixture of [host, catalogFixture(), contentFixture(), second]) await first.publish(fixture)
  await first.activate({ shell: 'latest', catalog: '0.1.0', content: 'latest' })
})
beforeEach(async () => {
  site = await first.duplicate()
  rendered = []
  jest.mocked(compress).mockClear()
})
afterEach(() => site.remove())
afterAll(() => first.remove())

function counting(more: Partial<RenderLimits> = {}): RenderLimits {
  const { render } = { ...site.limits, ...more }
  return {
    ...site.limits,
    ...more,
    render: (work, limits, onDocument) => {
      rendered.push(...work.jobs.map(({ url }) => url))
      return render(work, limits, onDocument)
    },
  }
}

const activate = (versions: Record<string, string>, more?: Partial<RenderLimits>) =>
  activateReleases(site.store, versions, counting(more))

describe('what is made of the same inputs', () => {
  it('is not rendered again: a release of one package costs its own pages', async () => {
    expect(await activate({ catalog: '0.2.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, 2, '/courses')).toContain('Other courses at /courses')
  })

  it('is found in any kept composition, not in the live one alone', async () => {
    await activate({ catalog: '0.2.0' })
    rendered = []
    expect(await activate({ catalog: '0.1.0' })).toMatchObject({ number: 3, outcome: 'activated' })
    expect(rendered).toEqual([])
    expect(await readKept(site.copy, 3)).not.toEqual(await readKept(site.copy, 2))
    const [before, after] = [await readKept(site.copy, 1), await readKept(site.copy, 3)]
    for (const address of ALL) expect(after.get(address)).toEqual(before.get(address))
  })

  it('is nothing new when all of it is the same', async () => {
    expect(await activate({ catalog: '0.1.0' })).toMatchObject({ number: 1, outcome: 'already live' })
    expect([rendered, await readdir(site.copy.compositions)]).toEqual([[], ['1']])
  })

  it('is not rendered to be looked at, nor for a preview', async () => {
    expect(await checkActivation(site.copy, { catalog: '0.2.0' }, counting())).toMatchObject({
      documents: ALL.length,
      problems: [],
    })
    expect(rendered).toEqual(CATALOG)
    rendered = []
    const { number } = await makePreview(site.store, { catalog: '0.2.0' }, HOUR_MS, counting())
    expect(rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, number, '/blog')).toContain('Preview of catalog@0.2.0')
    rendered = []
    // A page with the ribbon is nobody else's.
    await activate({ catalog: '0.2.0' })
    expect(rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, number + 1, '/blog')).not.toContain('Preview of')
  })

  // The ribbon of the first preview was taken for a part of its pages, and the second could not be made.
  it('is found with the ribbon of a preview too, for the next preview of the same', async () => {
    const wanted = [{ catalog: '0.2.0' }, HOUR_MS, counting()] as const
    await makePreview(site.store, ...wanted)
    rendered = []
    const { number } = await makePreview(site.store, ...wanted)
    expect(rendered).toEqual([])
    expect(await readPage(site.copy, number, '/blog')).toContain('Preview of catalog@0.2.0')
  })

  it('says how far it is while it is made', async () => {
    const seen: object[] = []
    await activate({ catalog: '0.2.0' }, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([0, 1, 2, 3].map((done) => ({ done, of: 3, reused: 4 })))
  })
})

describe('pages that are refused in the end', () => {
  it('leave nothing of those that were finished before', async () => {
    const before = await readdir(site.copy.packs)
    const refusing: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      await site.limits.render(work, limits, (html) => onDocument(html.replace('<h1>', '<h1>New: ')))
      throw new Error('not these')
    }
    await site.publish({ ...host, version: '0.2.0' })
    await expect(activate({ shell: '0.2.0' }, { render: refusing })).rejects.toThrow('not these')
    expect(await readdir(site.copy.packs)).toEqual(before)
    expect(await readdir(site.copy.compositions)).toEqual(['1'])
  })
})

describe('a page that is rendered again and has the same bytes', () => {
  it('keeps its compressed copies, for it takes as long to make them as to render it', async () => {
    const packs = await readdir(site.copy.packs)
    await activate({ catalog: '0.2.0' }, { memoryMb: 63 })
    expect(rendered).toEqual(ALL)
    const [before, after] = [await readKept(site.copy, 1), await readKept(site.copy, 2)]
    for (const address of [...SHELL, ...CONTENT]) expect(after.get(address)).toEqual(before.get(address))
    expect((await readdir(site.copy.packs)).filter((it) => !packs.includes(it))).toHaveLength(4)
    const isPage = ([content]: Parameters<typeof compress>) => String(content).includes('<main>')
    expect(jest.mocked(compress).mock.calls.filter(isPage)).toHaveLength(CATALOG.length)
  })
})

describe('whatever else goes into a page has it rendered again', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    [
      'the shell',
      async () => {
        await site.publish({ ...host, version: '0.2.0' })
        await activate({ shell: '0.2.0' })
      },
      ALL,
    ],
    [
      'a setting',
      async () => {
        await site.store.changeDocument('settings', (kept) => ({ ...kept, publicUrl: 'https://shop.example' }) as never)
        await activate({ catalog: '0.1.0' })
      },
      ALL,
    ],
    ['a limit', () => activate({ catalog: '0.2.0' }, { memoryMb: 63 }), ALL],
    [
      'the program that renders',
      async () => {
        await writeFile(site.limits.programFile, `${await readFile(site.limits.programFile, 'utf8')}\n`)
        await activate({ catalog: '0.2.0' })
      },
      ALL,
    ],
    [
      'a key that was revoked since: its owner may have had a hand in every page that was rendered',
      async () => {
        const { createTeam } = await import('@platform/release/testing/signing')
        await revokeKey(site.store, 'sponsors', await addKey(site.store, 'sponsors', createTeam().publicKey))
        await activate({ catalog: '0.2.0' })
      },
      ALL,
    ],
    ['chance', () => activate({ catalog: '0.2.0' }, { renderedAgain: (kept) => kept }), ALL],
  ])('%s', async (_what, change, expected) => {
    await change()
    expect(rendered).toEqual(expected)
  })
})

describe('a kept page that is damaged', () => {
  const damage = async (name: string, number = 1) => {
    for (const file of await packFilesOf(site.copy, number, name)) await writeFile(file, 'damaged')
  }

  it('is found and made again, with the same bytes under the same name', async () => {
    const before = await readKept(site.copy, 1)
    await damage('content')
    await activate({ catalog: '0.2.0' })
    expect(rendered).toEqual([...CATALOG, ...CONTENT])
    expect((await readKept(site.copy, 1)).get('/blog')).toEqual(before.get('/blog'))
    expect(await rollBack(site.store)).toMatchObject({ to: 1, skipped: [] })
  })

  it('is made again by activating what is live once more', async () => {
    await damage('shell')
    expect(await activate({ catalog: '0.1.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered).toEqual(SHELL)
    await site.store.verifyComposition(partsOf(await site.store.readComposition(1)))
  })

  it.each<[string, 'list' | 'known', string[]]>([
    ['their list is written again without rendering', 'list', []],
    ['what is known of them is, with them', 'known', CONTENT],
  ])('%s', async (_what, file, expected) => {
    const { [file]: digest = '' } = (await site.store.readComposition(1)).packs.content ?? {}
    const whole = await readFile(site.copy.pack(digest))
    await writeFile(site.copy.pack(digest), 'damaged')
    const versions = { catalog: file === 'list' ? '0.1.0' : '0.2.0' }
    expect(await activate(versions)).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered.filter((it) => !CATALOG.includes(it))).toEqual(expected)
    expect(await readFile(site.copy.pack(digest))).toEqual(whole)
  })
})

describe('a rollback', () => {
  const damage = async (number: number, name: string) => {
    for (const file of await packFilesOf(site.copy, number, name)) await writeFile(file, 'damaged')
  }

  // One damaged pack that all compositions are made of kept an operator from going back to any of them.
  it('is not kept back by damage that what is live has too, and says so', async () => {
    await activate({ catalog: '0.2.0' })
    await damage(2, 'shell')
    expect(await rollBack(site.store)).toMatchObject({
      from: 2,
      to: 1,
      skipped: [],
      sharedDamage: expect.stringContaining('is not what was composed'),
    })
  })

  it('is kept back by a damaged list no more than that, and not at all by what only the next activation reads', async () => {
    await activate({ catalog: '0.2.0' })
    const { list = '', known = '' } = (await site.store.readComposition(1)).packs.content ?? {}
    await writeFile(site.copy.pack(known), 'damaged')
    const rolled = await rollBack(site.store)
    expect(rolled).toMatchObject({ to: 1, skipped: [] })
    expect(rolled.sharedDamage).toBeUndefined()
    await activate({ catalog: '0.2.0' })
    await writeFile(site.copy.pack(list), 'damaged')
    expect(await rollBack(site.store)).toMatchObject({ skipped: [], sharedDamage: expect.stringContaining(list) })
  })

  it('goes to what is whole first, however far back', async () => {
    await activate({ catalog: '0.2.0' })
    await damage(2, 'catalog')
    await activate({ catalog: '0.1.0' })
    const rolled = await rollBack(site.store)
    expect(rolled).toMatchObject({ from: 3, to: 1, skipped: [{ number: 2 }] })
    expect(rolled.sharedDamage).toBeUndefined()
  })

  it('goes nowhere where visitors would get damage that they do not get now', async () => {
    await activate({ catalog: '0.2.0' })
    await damage(1, 'catalog')
    await damage(2, 'shell')
    await expect(rollBack(site.store)).rejects.toThrow('Composition 1 cannot be gone back to')
    await expect(rollBack(site.store, 1)).rejects.toThrow('is not what was composed')
  })
})

describe('nobody gets bytes onto a page who can write where pages are kept', () => {
  const FORGED = 'Forged'
  /** Catalog as it was, made live again beside another one. */
  async function goBackByActivation(): Promise<string> {
    rendered = []
    const { number } = await activate({ catalog: '0.1.0' })
    return readPage(site.copy, number, '/courses')
  }

  it('not by other pages under the name of these', async () => {
    await activate({ catalog: '0.2.0' })
    await forgePack(site.copy, 1, FORGED)
    expect(await goBackByActivation()).toContain('Courses at /courses')
    expect(rendered).toEqual(CATALOG)
  })

  it('not by pages of another package in the place of these', async () => {
    const [content = '', shell = ''] = [
      (await packFilesOf(site.copy, 1, 'content'))[0],
      (await packFilesOf(site.copy, 1, 'shell'))[0],
    ]
    await writeFile(content, await readFile(shell))
    await activate({ catalog: '0.2.0' })
    expect(rendered).toEqual([...CATALOG, ...CONTENT])
  })

  it('not by a composition that says it of them, with every digest computed anew', async () => {
    await activate({ catalog: '0.2.0' })
    await forgePage(site.copy, 1, FORGED)
    expect(await goBackByActivation()).toContain('Courses at /courses')
    expect(rendered).toEqual(CATALOG)
  })

  it('not by what is live, if it says it of them: nothing is made beside that', async () => {
    await forgePage(site.copy, 1, FORGED)
    await expect(activate({ catalog: '0.2.0' })).rejects.toThrow('is not what an operator has signed')
  })

  it('not by a composition that was signed under another number', async () => {
    const folder = (number: number) => site.copy.composition(number)
    await activate({ catalog: '0.2.0' })
    await cp(folder(1), folder(9), { recursive: true })
    await rm(folder(1), { recursive: true })
    await goBackByActivation()
    expect(rendered).toEqual(CATALOG)
  })

  it('not by what a release wrote while it was rendered: a difference is refused by its name, sooner or later', async () => {
    // As if a release had broken out of its sandbox and written another package's pages.
    const lying: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      let index = 0
      await site.limits.render(work, limits, (html) => {
        const isOther = work.jobs[index++]?.module.startsWith('content/')
        return onDocument(isOther ? html.replace(/<h1>[^<]*<\/h1>/, `<h1>${FORGED}</h1>`) : html)
      })
    }
    await site.publish({ ...host, version: '0.2.0' })
    await activate({ shell: '0.2.0' }, { render: lying })
    await activate({ catalog: '0.2.0' })
    expect(await readPage(site.copy, 3, '/blog')).toContain(FORGED)
    expect((await checkActivation(site.copy, {}, counting())).problems).toEqual([])
    const looked = await checkActivation(site.copy, {}, counting({ renderedAgain: (kept) => kept }))
    expect(looked.problems).toEqual([expect.stringContaining('page /blog of content/blog-page')])
    const found = activate({ catalog: '0.1.0' }, { renderedAgain: (kept) => kept })
    await expect(found).rejects.toThrow(/would change.*page \/blog of content\/blog-page \(content@0\.1\.0\) at /s)
  })
})

describe('bytes stand once for all compositions', () => {
  const sizeOf = async () => {
    const files = await readdir(site.copy.root, { recursive: true, withFileTypes: true })
    const own = files.filter((it) => it.isFile() && /packs|compositions/.test(it.parentPath))
    const sizes = own.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  it('so that a composition of the same pages is a list', async () => {
    const before = await readdir(site.copy.packs)
    await activate({ catalog: '0.2.0' })
    const after = await readdir(site.copy.packs)
    // Catalog's documents, their list and what is known of them, and the map of the site, which says since when each page is as it is.
    expect(after.filter((it) => !before.includes(it))).toHaveLength(4)
    const one = await sizeOf()
    await activate({ catalog: '0.1.0' })
    const [json, added] = [(await stat(manifestOf(3))).size, (await sizeOf()) - one]
    expect(added).toBeLessThan(json + 3_000)
  })

  const manifestOf = (number: number) => path.join(site.copy.composition(number), COMPOSITION_FILE)
})
