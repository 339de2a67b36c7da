import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { documentsOf } from '@platform/compose/composition/read-document'
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

const digestOf = async ({ number }: Composition, file: string) =>
  sha256(await readFile(path.join(site.copy.composition(number), file)))

/** All that visitors get of the pages of some packages: bytes in each encoding, entity tags, digests, headers. */
async function pagesOf(number: number, owners: readonly string[]) {
  const composition = await readComposition(site.copy, number)
  const entries = Object.entries(composition.pages).filter(([, { module }]) =>
    owners.includes(module.split('/')[0] ?? ''),
  )
  const pages = Object.fromEntries(entries)
  const files = documentsOf({ ...composition, pages, indexes: {} }).flatMap(({ file }) =>
    ['', '.br', '.gz'].map((encoding) => file + encoding),
  )
  expect(files.length).toBeGreaterThan(0)
  const digests = files.map(async (file) => [file, await digestOf(composition, file)] as const)
  return { pages, files: Object.fromEntries(await Promise.all(digests)) }
}

const aboutFile = (number: number, encoding = '') =>
  path.join(site.copy.composition(number), `pages/about/index.html${encoding}`)
const about = (number: number, encoding = '') => readFile(aboutFile(number, encoding))

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
    for (const file of ['index.html', 'about/index.html']) {
      await writeFile(path.join(site.copy.composition(1), 'pages', file), 'damaged')
    }
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2 })
  })

  it('keeps its compressed copies, for it takes as long to make them as to render it', async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 0 }
    const kept = {
      '.br': brotliCompressSync(await about(1), { params }),
      '.gz': gzipSync(await about(1), { level: 1 }),
    }
    for (const [encoding, copy] of Object.entries(kept)) await writeFile(aboutFile(1, encoding), copy)
    await site.activate({ catalog: '0.2.0' })
    expect([await about(2, '.br'), await about(2, '.gz')]).toEqual(Object.values(kept))
    await site.changeSettings({ publicUrl: 'https://shop.example' })
    expect((await about(3, '.br')).equals(kept['.br'])).toBe(false)
  })

  it.each([
    ['damaged', (copy: Buffer) => copy.fill(0, 5, 6)],
    ['of another page', () => brotliCompressSync('<p>Another page</p>')],
  ])('is compressed anew where a copy is %s', async (_, damage) => {
    await writeFile(aboutFile(1, '.br'), damage(await about(1, '.br')))
    await site.activate({ catalog: '0.2.0' })
    expect(brotliDecompressSync(await about(2, '.br'))).toEqual(await about(1))
  })

  it('does not keep a rollback from anything', async () => {
    await site.activate({ catalog: '0.2.0' })
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
  })
})
