import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { nameFile } from '../composition/blob-files'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline } from '../composition/composition-outline'
import { packList } from '../composition/page-list'
import type { KeptPages } from './kept-pages'
import { compareWithLive, findDifference, type NextSite } from './unchanged-pages'

const settings = { publicUrl: 'https://shop.example', sandbox: true, isDevelopment: false }
const release = { package: 'shell', kind: 'host', version: '1.0.0' }
const planned = { release, page: { path: '/about', module: './about-page' }, job: 0, variants: new Map() }
const before = '<body><h1>About</h1></body>'
const another = '<body><h1>Above</h1></body>'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unchanged-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function keep(html: string) {
  const br = nameFile((await compress(Buffer.from(html), 4)).brotli)
  const document = { sha256: sha256(html), bytes: html.length, br: br.digest }
  const listed = { ...document, headers: {}, module: 'shell/about-page', status: 200 as const, noindex: false }
  const list = packList({ pages: { '/about': listed }, fallbacks: [] })
  for (const file of [br, list]) await writeFile(path.join(folder, file.digest), file.content)
  return { document, list: list.digest, known: sha256(html) }
}

/** Compares a page that an earlier composition keeps, with `added` before its end. */
async function compareKept(html: string, added = '', live: object = {}) {
  const { list, known } = await keep(before)
  const composition = {
    settings,
    releases: { shell: { digest: 'shell' } },
    packages: { shell: { list, known } },
    ...live,
  }
  const next = { releases: [{ release, digest: 'shell' }], settings, pages: [planned], jobs: [{ url: '/about' }] }
  const comparison = compareWithLive(
    { blob: (digest: string) => path.join(folder, digest) } as unknown as CompositionFolders,
    composition as unknown as CompositionOutline,
    next as unknown as NextSite,
  )
  const { document, ...pages } = await keep(html.replace('</body>', `${added}</body>`))
  const set = { ...pages, finish: { quality: 10, added }, documents: new Map([['/about', document]]) }
  await comparison.addKept(new Map([['shell', set as unknown as KeptPages]]))
  comparison.refuseChanges()
}

it.each([[''], ['<aside>Preview</aside>']])(
  'refuses a kept page of a release that stays, with "%s" added',
  async (added) => {
    await expect(compareKept(before, added)).resolves.toBeUndefined()
    await expect(compareKept(another, added)).rejects.toThrow(
      /page \/about of shell\/about-page \(shell@1\.0\.0\) at 1:14: "<body><h1>Above/,
    )
  },
)

it.each([
  ['the shell changes', { releases: { shell: { digest: 'another' } } }],
  ['a setting changes', { settings: { ...settings, publicUrl: 'https://other.example' } }],
])('takes another page when %s', async (_why, live) => {
  await expect(compareKept(another, '', live)).resolves.toBeUndefined()
})

it('says where two texts begin to differ', () => {
  expect(findDifference('a', 'a')).toBeUndefined()
  expect(findDifference('one\ntwo', 'one\ntow')).toBe('at 2:2: "one\\ntow" in the place of "one\\ntwo"')
  expect(findDifference('one', 'one more')).toBe('at 1:4: "one more" in the place of "one"')
})
