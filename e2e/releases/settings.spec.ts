import { expect, shareSite, test } from '../support/test'

const shared = shareSite()

const anotherShell = {
  NODE_ENV: 'production',
  PORT: '3100',
  PUBLIC_URL: 'https://elsewhere.example',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_elsewhere',
  PAYPAL_CLIENT_ID: 'elsewhere',
}
const inAnotherShell = (...args: string[]) => shared.site.runIn(anotherShell, ...args)

const settings = async () => JSON.parse(await shared.site.mustRun('settings', '--json'))

// `site activate` once wrote pages with the settings of the operator's shell, and `status` needed payment secrets.
test('no shell changes what visitors are told, and looking and going back need no secret', async () => {
  const { site, url } = shared
  const before = await settings()
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0'))

  expect(await inAnotherShell('activate', 'catalog@9.0.0')).toMatchObject({ code: 0 })
  expect(await settings()).toEqual(before)
  const read = async () => (await fetch(`${url}/courses`)).text()
  await expect.poll(read).toContain('"catalog":{"version":"9.0.0"')
  const html = await read()
  expect(html).toContain(before.publicUrl)
  expect(html).not.toContain('elsewhere')

  expect((await inAnotherShell('status')).output).toContain(`address   ${before.publicUrl}`)
  expect(await inAnotherShell('rollback')).toMatchObject({ code: 0 })
  await expect.poll(read).not.toContain('"catalog":{"version":"9.0.0"')
})

test('a change of settings is on every page, and going back keeps it', async () => {
  const { site, url } = shared
  await site.mustRun('settings', '--public-url', 'https://shop.example')
  const home = async () => (await fetch(url)).text()
  await expect.poll(home).toContain('<link rel="canonical" href="https://shop.example/"')
  await site.release('catalog', '9.1.0')
  await site.mustRun('rollback')
  expect(await home()).toContain('<link rel="canonical" href="https://shop.example/"')
  expect((await site.run('settings', '--public-url', 'shop')).output).toContain(
    'The new settings: publicUrl must match',
  )
})
