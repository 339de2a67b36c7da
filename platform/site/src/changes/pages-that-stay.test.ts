import { writeFile } from 'node:fs/promises'
import { documentsOf, readComposition } from '@platform/compose/composition/composition'
import { pageFilesOf, readKept } from '@platform/compose/testing/kept-page'
import {
  catalogFixture,
  contentFixture,
  hostFixture,
  pageBundle,
  routesWithBlog,
} from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite } from '../testing/test-site'
import { rollBack } from './roll-back'

let site: TestSite

const host = hostFixture({ routes: routesWithBlog })
/** Another price, other files, another page: everything a release can change. */
const nextCatalog = catalogFixture({
  version: '0.2.0',
  content: {
    'client/remote-entry.js': 'var catalog = 2',
    'client/new.js': '/* new */',
    'client/courses.css': '.courses{color:blue}',
    'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`),
  },
})

beforeEach(async () => {
  site = await createTestSite()
  for (const fixture of [host, catalogFixture(), contentFixture(), nextCatalog]) await site.publish(fixture)
  await site.activate({ shell: 'latest', catalog: '0.1.0', content: 'latest' })
})
afterEach(() => site.remove())

/** All that visitors get of the pages of some packages: bytes in each encoding, entity tags, digests, headers. */
async function pagesOf(number: number, owners: readonly string[]) {
  const composition = await readComposition(site.copy, number)
  const entries = Object.entries(composition.pages).filter(([, { module }]) =>
    owners.includes(module.split('/')[0] ?? ''),
  )
  const pages = Object.fromEntries(entries)
  const digests = new Set(documentsOf({ pages, indexes: {} }).map(({ sha256 }) => sha256))
  const kept = [...(await readKept(site.copy, number)).values()].filter((document) => digests.has(document.sha256))
  expect(kept.length).toBeGreaterThan(0)
  return { pages, kept }
}

describe('a page of a release that stays, under the same shell and settings', () => {
  // Each page named the composition's number and every package's files, so a release of one changed the pages of all.
  it('keeps every byte, its entity tag and its digest, whatever else is released', async () => {
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    expect(await pagesOf(2, ['shell', 'content'])).toEqual(await pagesOf(1, ['shell', 'content']))
    expect(await pagesOf(2, ['catalog'])).not.toEqual(await pagesOf(1, ['catalog']))
  })

  it('may change with the shell', async () => {
    await site.publish({ ...host, version: '0.2.0' })
    expect(await site.activate({ shell: '0.2.0' })).toMatchObject({ number: 2 })
    expect(await pagesOf(2, ['content'])).not.toEqual(await pagesOf(1, ['content']))
  })

  it('may change with a setting', async () => {
    expect(await site.changeSettings({ publicUrl: 'https://shop.example' })).toMatchObject({
      activation: { number: 2 },
    })
  })

  it('is not held against one that was damaged, or the damage could never be mended', async () => {
    for (const file of await pageFilesOf(site.copy, 1, 'shell')) await writeFile(file, 'damaged')
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2 })
  })

  it('does not keep a rollback from anything', async () => {
    await site.activate({ catalog: '0.2.0' })
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
  })
})
