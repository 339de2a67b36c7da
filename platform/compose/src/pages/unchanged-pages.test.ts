import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import type { Composition, CompositionFolders } from '../composition/composition'
import { reloadScript } from '../headers/reload-script'
import { type NextSite, refuseChangedPages } from './unchanged-pages'

let folder: string
const settings = { publicUrl: 'https://shop.example', sandbox: true, isDevelopment: false }
const before = '<body><h1>About</h1></body>'
const builtOf = (name: string, kind: string) => ({ release: { package: name, kind, version: '1.0.0' }, digest: name })
const host = builtOf('shell', 'host')
const page = { path: '/about', module: './about-page' }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unchanged-'))
  await writeFile(path.join(folder, 'about.html'), before)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function refuse(document: string, { live = {}, next = {} }: { live?: object; next?: object } = {}): Promise<void> {
  const composition = {
    number: 1,
    settings,
    releases: { shell: { digest: 'shell' } },
    pages: { '/about': { file: 'about.html', sha256: sha256(before) } },
    ...live,
  } as unknown as Composition
  const site = {
    releases: [host],
    settings,
    pages: [{ release: host.release, page, job: 0, variants: new Map() }],
    jobs: [{ url: '/about' }],
    documents: [document],
    ...next,
  } as unknown as NextSite
  return refuseChangedPages({ composition: () => folder } as unknown as CompositionFolders, composition, site)
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
    await writeFile(path.join(folder, 'about.html'), sent)
    const pages = { '/about': { file: 'about.html', sha256: sha256(sent) } }
    const again = refuse(before, { live: { ...isDeveloping, pages }, next: isDeveloping })
    await expect(again).resolves.toBeUndefined()
  })

  it.each([
    ['the shell changes', { releases: { shell: { digest: 'another' } } }],
    ['a setting changes', { settings: { ...settings, publicUrl: 'https://other.example' } }],
    ['it was damaged', { pages: { '/about': { file: 'about.html', sha256: sha256('as it was composed') } } }],
    ['it is new', { pages: {} }],
  ])('may be another when %s', async (_why, live) => {
    await expect(refuse(before.replace('About', 'Above'), { live })).resolves.toBeUndefined()
  })
})
