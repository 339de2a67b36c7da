import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { pageFilesOf, readPage } from '@platform/compose/testing/kept-page'
import { checkActivation } from '../queries/check-activation'
import { forgeBlob, forgePage } from '../testing/forge-page'
import {
  CATALOG,
  CONTENT,
  createSiteOfThree,
  host,
  type RecordedRendering,
  recordRendering,
} from '../testing/recorded-rendering'
import type { TestSite } from '../testing/test-site'

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

describe('nobody gets bytes onto a page who can write where pages are kept', () => {
  const FORGED = 'Forged'
  /** Catalog as it was, made live again beside another one. */
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
    // As if a release had broken out of its sandbox and written another package's pages.
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
