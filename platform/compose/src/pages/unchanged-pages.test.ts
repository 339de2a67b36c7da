import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { PageAnswer } from '../answers/site-answers'
import { nameFile } from '../composition/blob-files'
import type { CompositionFolders } from '../composition/composition-folder'
import type { CompositionOutline } from '../composition/composition-outline'
import type { KeptPages } from './kept-pages'
import { compareWithLive, type NextSite } from './unchanged-pages'

const settings = { publicUrl: 'https://shop.example', sandbox: true, isDevelopment: false }
const release = { package: 'shell', kind: 'host', version: '1.0.0' }
const headers = { 'x-content-type-options': 'nosniff' }
const before = '<body>\n<h1>About</h1></body>'
const another = '<body>\n<h1>Above</h1></body>'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unchanged-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const answers = (document: PageAnswer['document'], more: object = {}) =>
  new Map([['/about', { owner: 'shell', status: 200, headers, sha256: document.sha256, document, ...more }]])

async function keep(html: string) {
  const br = nameFile((await compress(Buffer.from(html), 4)).brotli)
  await writeFile(path.join(folder, br.digest), br.content)
  const document = { sha256: sha256(html), bytes: html.length, br: br.digest, headers }
  return { document, known: sha256(html) }
}

/** Compares a page that an earlier composition keeps, with `added` before its end. */
async function compareKept(html: string, added = '', after: object = {}) {
  const { document: kept, known } = await keep(before)
  const composition = { settings, releases: { shell: { digest: 'shell' } }, packages: { shell: { known } } }
  const jobs = [{ url: '/about', module: 'shell/about-page' }]
  const next = { releases: [{ release, digest: 'shell' }], settings, jobs }
  const comparison = compareWithLive(
    { blob: (digest: string) => path.join(folder, digest) } as unknown as CompositionFolders,
    { outline: composition as unknown as CompositionOutline, answers: answers(kept) },
    next as unknown as NextSite,
  )
  const { document, ...pages } = await keep(html.replace('</body>', `${added}</body>`))
  const set = { ...pages, finish: { quality: 10, added }, documents: new Map([['/about', document]]) }
  await comparison.addKept(new Map([['shell', set as unknown as KeptPages]]))
  comparison.refuseChanges(answers(document, after))
}

it.each([[''], ['<aside>Preview</aside>']])(
  'refuses a kept page of a release that stays, with "%s" added',
  async (added) => {
    await expect(compareKept(before, added)).resolves.toBeUndefined()
    await expect(compareKept(another, added)).rejects.toThrow(
      'page /about of shell/about-page (shell@1.0.0) at 2:8: "<body>\\n<h1>Above</h1></body>" in the place of "<body>\\n<h1>About',
    )
  },
)

// A catalog release with a 28th course was refused, because every page names the sold courses.
it('accepts other sold courses in a page that stays', async () => {
  await expect(compareKept('<body>"courses":"1-28",\n<h1>About</h1></body>')).resolves.toBeUndefined()
})

// The proof covered bodies alone: a status of 200 in the place of 404 was "nothing changes".
it.each<[string, object, RegExp]>([
  ['status', { status: 404 }, /about of shell: status 404/],
  ['header', { headers: {} }, /about of shell: x-content-type-options: nosniff/],
])('refuses another %s of a page that stays', async (_what, after, message) => {
  await expect(compareKept(before, '', after)).rejects.toThrow(message)
})
