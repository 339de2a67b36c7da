import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileProgram } from '../testing/compile-program'
import { CATALOG_PAGE, renderHere, renderWork } from '../testing/rendering-fixture'
import { defaultLimits, renderSite } from './render-site'

// Starting a process alone takes seconds on a busy machine.
jest.setTimeout(60_000)
const table = path.join(__dirname, '../testing/fixtures/hostile-releases.txt')
const [, helpers = '', ...sections] = readFileSync(table, 'utf8').split(/^=== /m)
const attacks = sections.map((section) => {
  const [, name = '', leadsTo = '', code = ''] = /^(\S+) → ([^\n]+)\n(.*)$/s.exec(section) ?? []
  return {
    name,
    leadsTo,
    work: renderWork(`${CATALOG_PAGE}\n;(() => {${helpers.replace('helpers', '')}\n${code}})()\n`),
  }
})
/** Only the end of its process stops these. */
const isUnending = ({ name }: { name: string }) => name === 'native-fill' || name === 'native-join'

let folder: string
let programFile: string
let sound: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'))
  programFile = await compileProgram(folder)
  sound = await renderHere(programFile, renderWork())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const INTERRUPTS = 60
const OWN = /^Rendering failed at (module|page \/courses(\?category=food)? of) catalog\/courses-page: /

function withoutCatalog(documents: readonly string[]): (string | undefined)[] {
  return [0, 1, 4].map((job) => documents[job])
}

describe('a hostile release', () => {
  it('tries 50 attacks', () => expect(attacks).toHaveLength(50))

  it.each(attacks.filter((it) => !isUnending(it)))('$name', async ({ leadsTo, work }) => {
    const outcome = await renderHere(programFile, work, INTERRUPTS).catch((error: Error) => error.message)
    if (leadsTo !== 'harmless') expect(outcome).toMatch(new RegExp(leadsTo))
    if (typeof outcome === 'string') expect(outcome).toMatch(OWN)
    else expect(withoutCatalog(outcome)).toEqual(withoutCatalog(sound))
  })

  it.each(attacks.filter(isUnending))('$name ends with its process', async ({ leadsTo, work }) => {
    const rendering = renderSite(work, { ...defaultLimits, programFile, timeoutMs: 8_000 })
    await expect(rendering).rejects.toThrow(new RegExp(leadsTo))
    await expect(rendering).rejects.toThrow(OWN)
  })
})

describe('a page that does no harm', () => {
  it('is rendered, and so is every other', () => {
    expect(sound[2]).toContain('<h1>Courses at /courses</h1>')
    expect(sound[4]).toMatch(/^<title>https:\/\/shop\.example\/cart checkout\/cart-page<\/title>\/cart 19 undefined /)
  })

  // Packages shared one engine, and one saw the other's leftovers.
  it('is the same whatever packages come before it', async () => {
    const work = renderWork()
    const alone = { ...work, jobs: work.jobs.filter(({ module }) => module.startsWith('checkout/')) }
    expect(await renderHere(programFile, alone)).toEqual([sound[4]])
  })
})
