import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

let site: Site

test.beforeAll(async () => {
  site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
})
test.afterAll(() => site.remove())

/** A shell that knows another shop, and none of its secrets. */
const anotherShell = {
  NODE_ENV: 'production',
  PORT: '3100',
  PUBLIC_URL: 'https://elsewhere.example',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_elsewhere',
  PAYPAL_CLIENT_ID: 'elsewhere',
}
const inAnotherShell = (...args: string[]) => site.runIn(anotherShell, ...args)

const settings = async () => JSON.parse(await site.mustRun('settings', '--json'))

// `site activate` in a shell without the server's environment wrote pages of another shop over the live one, and in
// production nobody could look or go back without the payment secrets.
test('no shell changes what visitors are told, and looking and going back need no secret', async () => {
  const before = await settings()
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0'))

  expect(await inAnotherShell('activate', 'catalog@9.0.0')).toMatchObject({ code: 0 })
  expect(await settings()).toEqual(before)
  const url = await site.start()
  const html = await (await fetch(`${url}/courses`)).text()
  expect(html).toContain('"catalog":{"version":"9.0.0"')
  expect(html).toContain(before.publicUrl)
  expect(html).not.toContain('elsewhere')

  expect((await inAnotherShell('status')).output).toContain(`address   ${before.publicUrl}`)
  expect(await inAnotherShell('rollback')).toMatchObject({ code: 0 })
  await expect.poll(async () => (await fetch(`${url}/courses`)).text()).not.toContain('"catalog":{"version":"9.0.0"')
})

test('a change of settings is on every page, and going back keeps it', async () => {
  await site.mustRun('settings', '--public-url', 'https://shop.example')
  const url = await site.start()
  const home = async () => (await fetch(url)).text()
  await expect.poll(home).toContain('<link rel="canonical" href="https://shop.example/"')
  await site.release('catalog', '9.1.0')
  await site.mustRun('rollback')
  expect(await home()).toContain('<link rel="canonical" href="https://shop.example/"')
  expect((await site.run('settings', '--public-url', 'shop')).output).toContain(
    'The new settings: publicUrl must match',
  )
})
