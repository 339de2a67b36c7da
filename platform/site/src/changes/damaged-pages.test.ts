import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { pageFilesOf, readKept, readPage } from '@platform/compose/testing/kept-page'
import { checkActivation } from '../queries/check-activation'
import { forgeBlob, forgePage } from '../testing/forge-page'
import {
  CATALOG,
  CONTENT,
  createSiteOfThree,
  host,
  type RecordedRendering,
  recordRendering,
  SHELL,
} from '../testing/recorded-rendering'
import type { TestSite } from '../testing/test-site'
import { rollBack } from './roll-back'

let first: TestSite
let site: TestSite
let record: RecordedRendering

beforeAll(async () => {
  first = await createSiteOfThree()
})
beforeEach(async () => {
  site = await first.duplicate()
  record = recordRendering(site)
})
afterEach(() => site.remove())
afterAll(() => first.remove())

async function damage(number: number, name: string): Promise<void> {
  for (const file of await pageFilesOf(site.copy, number, name)) await writeFile(file, 'damaged')
}

describe('a kept page that is damaged', () => {
  it('is found and made again, with the same bytes under the same name', async () => {
    const before = await readKept(site.copy, 1)
    await damage(1, 'content')
    await record.activate({ catalog: '0.2.0' })
    expect(record.rendered).toEqual([...CATALOG, ...CONTENT])
    expect((await readKept(site.copy, 1)).get('/blog')).toEqual(before.get('/blog'))
    expect(await rollBack(site.store)).toMatchObject({ to: 1, skipped: [] })
  })

  it('is made again by activating what is live once more', async () => {
    await damage(1, 'shell')
    expect(await record.activate({ catalog: '0.1.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(record.rendered).toEqual(SHELL)
    await site.store.verifyComposition(await site.store.readComposition(1))
  })

  it.each<[string, 'list' | 'known', string[]]>([
    ['their list is written again without rendering', 'list', []],
    ['what is known of them is, with them', 'known', CONTENT],
  ])('%s', async (_what, file, expected) => {
    const { [file]: digest = '' } = (await site.store.readComposition(1)).packages.content ?? {}
    const whole = await readFile(site.copy.blob(digest))
    await writeFile(site.copy.blob(digest), 'damaged')
    const versions = { catalog: file === 'list' ? '0.1.0' : '0.2.0' }
    expect(await record.activate(versions)).toMatchObject({ number: 2, outcome: 'activated' })
    expect(record.rendered.filter((it) => !CATALOG.includes(it))).toEqual(expected)
    expect(await readFile(site.copy.blob(digest))).toEqual(whole)
  })
})

describe('a rollback', () => {
  // One damaged pack, shared by all compositions, blocked every rollback.
  it('is not kept back by damage that what is live has too, and says so', async () => {
    await record.activate({ catalog: '0.2.0' })
    await damage(2, 'shell')
    expect(await rollBack(site.store)).toMatchObject({
      from: 2,
      to: 1,
      skipped: [],
      sharedDamage: expect.stringContaining('is not what was composed'),
    })
  })

  it('is kept back by a damaged list no more than that, and not at all by what only the next activation reads', async () => {
    await record.activate({ catalog: '0.2.0' })
    const { list = '', known = '' } = (await site.store.readComposition(1)).packages.content ?? {}
    await writeFile(site.copy.blob(known), 'damaged')
    const rolled = await rollBack(site.store)
    expect(rolled).toMatchObject({ to: 1, skipped: [] })
    expect(rolled.sharedDamage).toBeUndefined()
    await record.activate({ catalog: '0.2.0' })
    await writeFile(site.copy.blob(list), 'damaged')
    expect(await rollBack(site.store)).toMatchObject({ skipped: [], sharedDamage: expect.stringContaining(list) })
  })

  it('goes to what is whole first, however far back', async () => {
    await record.activate({ catalog: '0.2.0' })
    await damage(2, 'catalog')
    await record.activate({ catalog: '0.1.0' })
    const rolled = await rollBack(site.store)
    expect(rolled).toMatchObject({ from: 3, to: 1, skipped: [{ number: 2 }] })
    expect(rolled.sharedDamage).toBeUndefined()
  })

  it('goes nowhere where visitors would get damage that they do not get now', async () => {
    await record.activate({ catalog: '0.2.0' })
    await damage(1, 'catalog')
    await damage(2, 'shell')
    await expect(rollBack(site.store)).rejects.toThrow('Composition 1 cannot be gone back to')
    await expect(rollBack(site.store, 1)).rejects.toThrow('is not what was composed')
  })
})

describe('an attacker who can write where pages are kept gets no bytes onto a page', () => {
  const FORGED = 'Forged'
  async function goBackByActivation(): Promise<string> {
    record.restart()
    const { number } = await record.activate({ catalog: '0.1.0' })
    return readPage(site.copy, number, '/courses')
  }

  it('not by other pages under the name of these', async () => {
    await record.activate({ catalog: '0.2.0' })
    await forgeBlob(site.copy, 1, FORGED)
    expect(await goBackByActivation()).toContain('Courses at /courses')
    expect(record.rendered).toEqual(CATALOG)
  })

  it('not by pages of another package in the place of these', async () => {
    const [content = '', shell = ''] = [
      (await pageFilesOf(site.copy, 1, 'content'))[0],
      (await pageFilesOf(site.copy, 1, 'shell'))[0],
    ]
    await writeFile(content, await readFile(shell))
    await record.activate({ catalog: '0.2.0' })
    expect(record.rendered).toEqual([...CATALOG, ...CONTENT])
  })

  it('not by a composition that says it of them, with every digest computed anew', async () => {
    await record.activate({ catalog: '0.2.0' })
    await forgePage(site.copy, 1, FORGED)
    expect(await goBackByActivation()).toContain('Courses at /courses')
    expect(record.rendered).toEqual(CATALOG)
  })

  it('not by what is live, if it says it of them: nothing is made beside that', async () => {
    await forgePage(site.copy, 1, FORGED)
    await expect(record.activate({ catalog: '0.2.0' })).rejects.toThrow('is not what an operator has signed')
  })

  it('not by a composition that was signed under another number', async () => {
    const folder = (number: number) => site.copy.composition(number)
    await record.activate({ catalog: '0.2.0' })
    await cp(folder(1), folder(9), { recursive: true })
    await rm(folder(1), { recursive: true })
    await goBackByActivation()
    expect(record.rendered).toEqual(CATALOG)
  })

  it('not by what a release wrote while it was rendered: a difference is refused by its name, sooner or later', async () => {
    // Simulates a release that escaped its sandbox and wrote another package's pages.
    const lying: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
      let index = 0
      await site.limits.render(work, limits, (html) => {
        const isOther = work.jobs[index++]?.module.startsWith('content/')
        return onDocument(isOther ? html.replace(/<h1>[^<]*<\/h1>/, `<h1>${FORGED}</h1>`) : html)
      })
    }
    await site.publish({ ...host, version: '0.2.0' })
    await record.activate({ shell: '0.2.0' }, { render: lying })
    await record.activate({ catalog: '0.2.0' })
    expect(await readPage(site.copy, 3, '/blog')).toContain(FORGED)
    expect((await checkActivation(site.copy, {}, record.limits())).problems).toEqual([])
    const looked = await checkActivation(site.copy, {}, record.limits({ renderedAgain: (kept) => kept }))
    expect(looked.problems).toEqual([expect.stringContaining('page /blog of content/blog-page')])
    const found = record.activate({ catalog: '0.1.0' }, { renderedAgain: (kept) => kept })
    await expect(found).rejects.toThrow(/would change.*page \/blog of content\/blog-page \(content@0\.1\.0\) at /s)
  })
})
