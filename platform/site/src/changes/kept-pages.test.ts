import { appendFile, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { COMPOSITION_FILE } from '@platform/compose/composition/composition-folder'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { pageFilesOf, readKept, readPage } from '@platform/compose/testing/kept-page'
import { catalogFixture, contentFixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { createTeam } from '@platform/release/testing/signing'
import { checkActivation } from '../queries/check-activation'
import { fileStore } from '../store/file/file-store'
import { forgePage } from '../testing/forge-page'
import { setUpSite } from '../testing/test-site'
import { activateReleases, changeSettings } from './activate-releases'
import { addKey, revokeKey } from './change-keys'
import type { Activation } from './make-live'
import { makePreview } from './make-preview'
import { rollBack } from './roll-back'

const SHELL = ['/', '/about']
const CATALOG = ['/courses', '/courses?category=food', '/courses?category=health']
const CONTENT = ['/blog', '/blog/unknown']
const ALL = [...SHELL, ...CATALOG, ...CONTENT]
const FORGED = 'Forged'
const again = { isRenderingAll: true }
const host = hostFixture()
const other = {
  'client/courses.css': '.courses{color:blue}',
  'client/new.js': '/* new */',
  'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`),
}

let rendered: string[]

const site = setUpSite(async (first) => {
  for (const fixture of [host, catalogFixture(), contentFixture()]) await first.publish(fixture)
  await first.publish(catalogFixture({ version: '0.2.0', content: other }))
  await first.activate({ shell: 'latest', catalog: '0.1.0', content: 'latest' })
})
beforeEach(() => {
  rendered = []
})

function recording(more: Partial<RenderLimits> = {}): RenderLimits {
  const limits = { ...site.limits, ...more }
  const render: RenderLimits['render'] = (work, ...rest) => {
    rendered.push(...work.jobs.map(({ url }) => url))
    return limits.render(work, ...rest)
  }
  return { ...limits, render }
}
const activate = (versions: Record<string, string>, more?: Partial<RenderLimits>) =>
  activateReleases(site.store, versions, recording(more))
const newCatalog = (more?: Partial<RenderLimits>) => activate({ catalog: '0.2.0' }, more)
const formerCatalog = () => activate({ catalog: '0.1.0' })
async function newShell(more?: Partial<RenderLimits>) {
  await site.publish({ ...host, version: '0.2.0' })
  return activate({ shell: '0.2.0' }, more)
}
const blobsHere = async () => [...(await listBlobs(site.copy))].sort()
const partsOf = async (name: string) => (await site.store.readComposition(1)).packages[name] ?? { list: '', known: '' }
const damageBlob = (digest: string) => writeFile(site.copy.blob(digest), 'damaged')
const filesOf = (number: number, name: string) => pageFilesOf(site.copy, number, name)
const damage = async (number: number, name: string) =>
  Promise.all((await filesOf(number, name)).map((file) => writeFile(file, 'damaged')))
async function expectSame(numbers: readonly number[], addresses: readonly string[]): Promise<void> {
  const [before, after] = await Promise.all(numbers.map((number) => readKept(site.copy, number)))
  for (const address of addresses) expect(after?.get(address)).toEqual(before?.get(address))
}

describe('what is made of the same inputs', () => {
  // Each page named the composition's number and all packages' files, so any release changed every page.
  it('is not rendered again, in whatever kept composition it is: a release costs the pages of its package', async () => {
    const before = await blobsHere()
    expect(await newCatalog()).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered.splice(0)).toEqual(CATALOG)
    expect(await readPage(site.copy, 2, '/courses')).toContain('Other courses at /courses')
    await expectSame([1, 2], [...SHELL, ...CONTENT])
    // Two blobs for each catalog document, its page list, known pages, the sitemap and the file index.
    const after = await blobsHere()
    expect(after.filter((it) => !before.includes(it))).toHaveLength(2 * CATALOG.length + 4)

    expect(await formerCatalog()).toMatchObject({ number: 3, outcome: 'activated' })
    expect(rendered).toEqual([])
    await expectSame([1, 3], ALL)
    const manifest = path.join(site.copy.composition(3), COMPOSITION_FILE)
    const sizes = (await blobsHere()).filter((it) => !after.includes(it)).map((it) => stat(site.copy.blob(it)))
    const added = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, (await stat(manifest)).size)
    expect(added).toBeLessThan((await stat(manifest)).size + 3_000)
  })

  it('is not rendered to be looked at, nor for a preview, whose ribbon no other page gets', async () => {
    const checked = { documents: ALL.length, problems: [] }
    expect(await checkActivation(site.copy, { catalog: '0.2.0' }, recording())).toMatchObject(checked)
    expect(rendered.splice(0)).toEqual(CATALOG)
    // The ribbon counted as part of the first preview's pages, so the second preview failed.
    for (const expected of [CATALOG, []]) {
      const { number } = await makePreview(site.store, { catalog: '0.2.0' }, 3_600_000, recording())
      expect(rendered.splice(0)).toEqual(expected)
      expect(await readPage(site.copy, number, '/blog')).toContain('Preview of catalog@0.2.0')
    }
    expect(await newCatalog()).toMatchObject({ number: 4 })
    expect(rendered).toEqual(CATALOG)
    expect(await readPage(site.copy, 4, '/blog')).not.toContain('Preview of')
  })

  it('leaves nothing when it is refused in the end', async () => {
    const before = await blobsHere()
    const render: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      await site.limits.render(work, limits, (html) => onDocument(html.replace('<h1>', '<h1>New: ')))
      throw new Error('not these')
    }
    await expect(newShell({ render })).rejects.toThrow('not these')
    expect([await blobsHere(), await readdir(site.copy.compositions)]).toEqual([before, ['1']])
  })
})

it.each<[string, () => Promise<unknown>]>([
  ['the shell', () => newShell()],
  [
    'a revoked key, whose owner may have had a hand in every page',
    async () => {
      await revokeKey(site.store, 'sponsors', await addKey(site.store, 'sponsors', createTeam().publicKey))
      await newCatalog()
    },
  ],
  ['an operator who asks for it', () => newCatalog(again)],
  ['a setting', () => changeSettings(site.store, (kept) => ({ ...kept, publicUrl: 'https://a.b' }), recording())],
  ['the program that renders', () => appendFile(site.limits.programFile, '\n').then(() => newCatalog())],
  ['a limit', () => newCatalog({ memoryMb: 63 })],
])('all pages are rendered again for %s, which goes into each', async (_what, change) => {
  await change()
  expect(rendered).toEqual(ALL)
})

describe('a kept page that is damaged', () => {
  it.each<[string, string, () => Promise<Activation>, string[]]>([
    ['when its release comes back', 'catalog', () => newCatalog().then(formerCatalog), [...CATALOG, ...CATALOG]],
    ['by activating what is live once more', 'content', () => formerCatalog(), CONTENT],
  ])('is found and made again %s, with the same bytes', async (_when, name, change, expected) => {
    const before = await readKept(site.copy, 1)
    await damage(1, name)
    expect(await change()).toMatchObject({ outcome: 'activated' })
    expect(rendered).toEqual(expected)
    expect(await readKept(site.copy, 1)).toEqual(before)
    expect(await rollBack(site.store, 1)).toMatchObject({ to: 1, skipped: [] })
  })

  // With 10,000 pages an activation read them all, though origins check what they send.
  it('is left as it is while it is live and another release changes (P10)', async () => {
    await damage(1, 'content')
    expect(await newCatalog()).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered).toEqual(CATALOG)
  })

  it.each<['list' | 'known', string, string[]]>([
    ['list', '0.1.0', []],
    ['known', '0.2.0', CONTENT],
  ])('has its %s written again', async (file, catalog, expected) => {
    const { [file]: digest } = await partsOf('content')
    const whole = await readFile(site.copy.blob(digest))
    await damageBlob(digest)
    expect(await activate({ catalog })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(rendered.filter((it) => !CATALOG.includes(it))).toEqual(expected)
    expect(await readFile(site.copy.blob(digest))).toEqual(whole)
  })
})

// One damaged blob, shared by all compositions, blocked every rollback. With 10,000 pages a rollback took two seconds,
// because it first read all the pages that stay.
it('a rollback is not kept back by damage that what is live has too, nor by what only an activation reads', async () => {
  await newCatalog()
  await damageBlob((await partsOf('content')).known)
  expect(await rollBack(site.store)).toEqual({ from: 2, to: 1, skipped: [], settings: [] })
  await newCatalog()
  await damage(1, 'shell')
  const sharedDamage = expect.stringContaining('is not what was composed')
  expect(await rollBack(site.store)).toMatchObject({ to: 1, skipped: [], sharedDamage })
})

it('a rollback goes nowhere where visitors would get damage that they do not get now', async () => {
  await newCatalog()
  await damage(1, 'catalog')
  await damage(2, 'shell')
  await expect(rollBack(site.store)).rejects.toThrow('Composition 1 cannot be gone back to')
  await expect(rollBack(site.store, 1)).rejects.toThrow('is not what was composed')
})

describe('an attacker who can write where pages are kept gets no bytes onto a page', () => {
  const folder = (number: number) => site.copy.composition(number)

  it.each<[string, () => Promise<unknown>]>([
    [
      'other pages under the name of these',
      async () => {
        const [own, others] = [await filesOf(1, 'catalog'), await filesOf(2, 'catalog')]
        for (const [index, file] of own.entries()) await cp(others[index] ?? '', file)
      },
    ],
    ['a composition with every digest computed anew', () => forgePage(fileStore(site.copy), 1, FORGED)],
    [
      'a composition signed under another number',
      async () => {
        await cp(folder(1), folder(9), { recursive: true })
        await rm(folder(1), { recursive: true })
      },
    ],
  ])('by %s', async (_what, attack) => {
    await newCatalog()
    await attack()
    rendered = []
    const { number } = await formerCatalog()
    expect(await readPage(site.copy, number, '/courses')).toContain('<h1>Courses at /courses')
    expect(rendered).toEqual(CATALOG)
  })

  it('by what is live: nothing is made beside that', async () => {
    await forgePage(fileStore(site.copy), 1, FORGED)
    await expect(newCatalog()).rejects.toThrow('is not what an operator has signed')
  })

  it('by what a release wrote while it was rendered: a difference is refused by its name, sooner or later', async () => {
    // Simulates a release that escaped its sandbox and wrote another package's pages.
    const render: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      let index = 0
      return site.limits.render(work, limits, (html) => {
        const isOther = work.jobs[index++]?.module.startsWith('content/')
        return onDocument(isOther ? html.replace(/<h1>[^<]*<\/h1>/, `<h1>${FORGED}</h1>`) : html)
      })
    }
    await newShell({ render })
    await newCatalog()
    expect(await readPage(site.copy, 3, '/blog')).toContain(FORGED)
    const check = async (more = {}) => (await checkActivation(site.copy, {}, recording(more))).problems
    expect(await check()).toEqual([])
    expect(await check(again)).toEqual([expect.stringContaining('page /blog of content/blog-page')])
    const found = activate({ catalog: '0.1.0' }, again)
    await expect(found).rejects.toThrow(/would change.*page \/blog of content\/blog-page \(content@0\.1\.0\) at /s)
  })
})
