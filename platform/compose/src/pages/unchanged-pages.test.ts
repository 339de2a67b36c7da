import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline } from '../composition/composition-outline'
import { nameFile } from '../composition/json-file'
import { packList } from '../composition/page-list'
import { reloadScript } from '../headers/reload-script'
import type { KeptPages } from './kept-pages'
import { compareWithLive, findDifference, type NextSite } from './unchanged-pages'

let folder: string
const settings = { publicUrl: 'https://shop.example', sandbox: true, isDevelopment: false }
const before = '<body><h1>About</h1></body>'
const builtOf = (name: string, kind: string) => ({ release: { package: name, kind, version: '1.0.0' }, digest: name })
const host = builtOf('shell', 'host')
const page = { path: '/about', module: './about-page' }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unchanged-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function keep(html: string, at = '/about') {
  const content = Buffer.from(html)
  const br = nameFile((await compress(content, 4)).brotli)
  const document = { sha256: sha256(content), bytes: content.length, br: br.digest }
  const listed = { ...document, headers: {}, module: 'shell/about-page', status: 200 as const, noindex: false }
  const list = packList({ pages: { [at]: listed }, fallbacks: [] })
  for (const file of [br, list]) await writeFile(path.join(folder, file.digest), file.content)
  return { document, pages: { list: list.digest, known: sha256(html) } }
}

type Given = { live?: object; next?: object; sent?: string; at?: string; damaged?: 'page' | 'list' }

async function compare({ live = {}, next = {}, sent = before, at, damaged }: Given = {}) {
  const { pages, document } = await keep(sent, at)
  if (damaged) await writeFile(path.join(folder, damaged === 'page' ? document.br : pages.list), 'damaged')
  const composition = {
    number: 1,
    settings,
    releases: { shell: { digest: 'shell' } },
    packages: { shell: pages },
    ...live,
  } as unknown as CompositionOutline
  const site = {
    releases: [host],
    settings,
    pages: [{ release: host.release, page, job: 0, variants: new Map() }],
    jobs: [{ url: '/about' }],
    ...next,
  } as unknown as NextSite
  const folders = { blob: (digest: string) => path.join(folder, digest) } as unknown as CompositionFolders
  return compareWithLive(folders, composition, site)
}

async function refuse(html: string, given?: Given) {
  const comparison = await compare(given)
  await comparison.add({ job: 0, html })
  comparison.refuseChanges()
}

async function refuseKept(html: string, added: string, given?: Given) {
  const comparison = await compare(given)
  const { document, pages } = await keep(html)
  const documents = new Map([['/about', document]])
  const set = { ...pages, finish: { quality: 10, added }, documents } as unknown as KeptPages
  await comparison.addKept(new Map([['shell', set]]))
  comparison.refuseChanges()
}

describe('a page of a release that stays', () => {
  it('is refused by name when it would be another, with the place', async () => {
    await expect(refuse(before.replace('About', 'Above'))).rejects.toThrow(
      /page \/about of shell\/about-page \(shell@1\.0\.0\) at 1:14: "<body><h1>Above/,
    )
  })

  it('goes through when it is the same', async () => {
    await expect(refuse(before)).resolves.toBeUndefined()
    const isDeveloping = { settings: { ...settings, isDevelopment: true } }
    const sent = before.replace('</body>', `${reloadScript}</body>`)
    await expect(refuse(before, { live: isDeveloping, next: isDeveloping, sent })).resolves.toBeUndefined()
  })

  it.each([
    ['the shell changes', { releases: { shell: { digest: 'another' } } }],
    ['a setting changes', { settings: { ...settings, publicUrl: 'https://other.example' } }],
  ])('may be another when %s', async (_why, live) => {
    await expect(refuse(before.replace('About', 'Above'), { live })).resolves.toBeUndefined()
  })

  it('may be new', async () => {
    await expect(refuse(before.replace('About', 'Above'), { at: '/other' })).resolves.toBeUndefined()
  })

  it('is compared too where it is kept from before, whatever was added to it there', async () => {
    const another = before.replace('About', 'Above')
    await expect(refuseKept(before, '')).resolves.toBeUndefined()
    await expect(refuseKept(another, '')).rejects.toThrow(/at 1:14: "<body><h1>Above/)
    const withRibbon = (html: string) => html.replace('</body>', '<aside>Preview</aside></body>')
    await expect(refuseKept(withRibbon(before), '<aside>Preview</aside>')).resolves.toBeUndefined()
    await expect(refuseKept(withRibbon(another), '<aside>Preview</aside>')).rejects.toThrow('would change')
  })

  it.each(['page', 'list'] as const)('may be another when its %s was damaged', async (damaged) => {
    await expect(refuse(before.replace('About', 'Above'), { damaged })).resolves.toBeUndefined()
  })
})

describe('findDifference', () => {
  it('says where two texts begin to differ', () => {
    expect(findDifference('a', 'a')).toBeUndefined()
    expect(findDifference('one\ntwo', 'one\ntow')).toBe('at 2:2: "one\\ntow" in the place of "one\\ntwo"')
    expect(findDifference('one', 'one more')).toBe('at 1:4: "one more" in the place of "one"')
  })
})
