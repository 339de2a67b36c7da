import { rm } from 'node:fs/promises'
import { addressOf, fileOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, type Fixture, hostFixture } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

const first = catalogFixture()
/** The same script with another style. */
const second = catalogFixture({ content: { 'client/courses.css': '.courses{color:blue}' } })
const script = addressOf(first, 'courses.js')

let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  await site.publish(hostFixture())
  await release('0.1.0', first)
  origin = await startTestOrigin(site)
})

afterEach(async () => {
  await origin.close()
  await site.remove()
})

async function release(version: string, fixture: Fixture): Promise<void> {
  await site.publish({ ...fixture, version })
  await site.activate({ shell: 'latest', catalog: version })
}

async function pageFiles(): Promise<unknown> {
  const { text } = await origin.send('/courses')
  return JSON.parse(/id="site-config">(.*?)<\/script>/.exec(text)?.[1] ?? '').files
}

/** Without what is written into every page: its start. */
const hashesOf = (fixture: Fixture, files: readonly string[]) =>
  Object.fromEntries(files.map((file) => [file, fileOf(fixture, file).split('.').at(-2)]))

// Every file had its release's version in its address, so that a changed text cost a returning visitor all of React.
it('a release keeps the address of every file it does not change, and another file has another', async () => {
  expect((await origin.send(script)).text).toBe('/* courses */')
  await release('0.2.0', second)
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  const { text } = await origin.send('/courses')
  expect(text).toContain(script)
  expect(text).toContain(addressOf(second, 'courses.css'))
  const { status, headers } = await origin.send(script)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('a file that only a former composition names is still served', async () => {
  await release('0.2.0', second)
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  expect((await origin.send(addressOf(first, 'courses.css'))).status).toBe(200)
})

it('a file that several releases share is served from the live one, whichever of the others is deleted', async () => {
  await release('0.2.0', second)
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  await rollBack(site.store)
  await until(async () => (await origin.send('/courses')).text.includes('color:green'))
  await rm(site.copy.release('catalog', '0.2.0'), { recursive: true })
  expect((await origin.send(script)).text).toBe('/* courses */')
})

it('pages tell the scripts of each release what its other files are called', async () => {
  expect(await pageFiles()).toEqual({
    shell: hashesOf(hostFixture(), ['about.js', 'about.css']),
    catalog: hashesOf(first, ['courses.js', 'courses.css']),
  })
})
