import { rm } from 'node:fs/promises'
import { sha256 } from '@platform/base/durable/digest'
import { contentAddressed } from '@platform/release/testing/content-addressed'
import { catalogFixture, type Fixture, hostFixture } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

const STAYS = '/* courses */'
const CHANGES = { 'client/courses.bb22.css': '.courses{color:blue}' }
const addressOf = (name: string, text: string) => `/assets/catalog/${name.replace('*', sha256(text).slice(0, 12))}`
const script = addressOf('courses.*.js', STAYS)

let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  await site.publish(hostFixture())
  await release('0.1.0')
  origin = await startTestOrigin(site)
})

afterEach(async () => {
  await origin.close()
  await site.remove()
})

async function release(version: string, fixture: Fixture = {}): Promise<void> {
  await site.publish(contentAddressed(catalogFixture({ ...fixture, version })))
  await site.activate({ shell: 'latest', catalog: version })
}

async function pageFiles(): Promise<unknown> {
  const { text } = await origin.send('/courses')
  return JSON.parse(/id="site-config">(.*?)<\/script>/.exec(text)?.[1] ?? '').files
}

// Every file had its release's version in its address, so that a changed text cost a returning visitor all of React.
it('a release keeps the address of every file it does not change, and another file has another', async () => {
  expect((await origin.send(script)).text).toBe(STAYS)
  await release('0.2.0', { content: CHANGES })
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  const { text } = await origin.send('/courses')
  expect(text).toContain(script)
  expect(text).toContain(addressOf('courses.*.css', CHANGES['client/courses.bb22.css']))
  const { status, headers } = await origin.send(script)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('a file that only a former composition names is still served', async () => {
  await release('0.2.0', { content: CHANGES })
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  expect((await origin.send(addressOf('courses.*.css', '.courses{color:green}'))).status).toBe(200)
})

it('a file that several releases share is served from the live one, whichever of the others is deleted', async () => {
  await release('0.2.0', { content: CHANGES })
  await until(async () => (await origin.send('/courses')).text.includes('color:blue'))
  await rollBack(site.store)
  await until(async () => (await origin.send('/courses')).text.includes('color:green'))
  await rm(site.copy.release('catalog', '0.2.0'), { recursive: true })
  expect((await origin.send(script)).text).toBe(STAYS)
})

it('pages tell the scripts of each release what its other files are called; one of the former format asks by version', async () => {
  expect(await pageFiles()).toEqual({
    shell: {},
    catalog: { 'courses.js': sha256(STAYS).slice(0, 12), 'courses.css': sha256('.courses{color:green}').slice(0, 12) },
  })
  expect((await origin.send('/about')).text).toContain('/releases/shell/0.1.0/main.aa11.js')
})
