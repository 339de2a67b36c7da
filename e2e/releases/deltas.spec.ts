import { createHash } from 'node:crypto'
import { waitForDelta } from '../../scripts/lib/wait-for-delta.mjs'
import { digestInBrowser, scriptsSentTo } from '../support/returning-visitor'
import { expectBadge } from '../support/shop'
import type { PackageName, Site } from '../support/site'
import { expect, test } from '../support/test'

const bytesOf = (sent: readonly { bytes: number }[]) => sent.reduce((sum, { bytes }) => sum + bytes, 0)

async function versionOf(url: string, name: PackageName): Promise<string> {
  const { releases } = (await (await fetch(`${url}/composition.json`)).json()) as { releases: Record<string, string> }
  return releases[name] ?? ''
}

async function releaseAndWait(site: Site, url: string, name: PackageName, stem: string, change: object): Promise<void> {
  const before = await versionOf(url, name)
  await site.release(name, '9.0.0', change)
  await waitForDelta({ siteDir: site.directory, url }, { name, stem, versions: [before, '9.0.0'] })
}

/** Scripts are named by the content that the browser has made of what was sent. */
async function expectExact(page: Parameters<typeof digestInBrowser>[0], sent: readonly { address: string }[]) {
  for (const { address } of sent) {
    const whole = Buffer.from(
      await (await fetch(address, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer(),
    )
    expect(await digestInBrowser(page, address)).toBe(createHash('sha256').update(whole).digest('hex'))
  }
}

// One visit in ten fetches a script that measures it; what is sent must not depend on chance.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    Math.random = () => 0.99
  }),
)

// Decision 33. The scripts have `integrity`: Chromium holds what it makes of a delta against it.
test('P9: after a release with one changed text a returning visitor is sent at most half a kilobyte of scripts', async ({
  site,
  context,
}) => {
  const url = await site.start()
  const first = await scriptsSentTo(context, `${url}/courses`)
  expect(bytesOf(first.sent)).toBeGreaterThan(50_000)
  await first.page.close()
  const again = await scriptsSentTo(context, `${url}/courses`)
  expect(again.sent).toEqual([])
  await again.page.close()

  const change = { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] }
  await releaseAndWait(site, url, 'catalog', 'courses-page', change)

  const { page, sent } = await scriptsSentTo(context, `${url}/courses`)
  expect(sent.map(({ encoding }) => encoding)).toEqual(['dcz'])
  expect(bytesOf(sent)).toBeLessThanOrEqual(500)
  await expectExact(page, sent)
  await expect(page.getByRole('heading', { name: 'Courses on offer' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 1)
})

test('another patch of React costs a returning visitor at most a kilobyte', async ({ site, context }) => {
  const url = await site.start()
  const first = await scriptsSentTo(context, `${url}/courses`)
  await first.page.close()

  const change = { client: [{ from: 'Minified React error #', to: 'Minified React failure #' }] }
  await releaseAndWait(site, url, 'shell', 'vendor', change)

  const { page, sent } = await scriptsSentTo(context, `${url}/courses`)
  expect(sent.map(({ address }) => address)).toContainEqual(expect.stringContaining('/assets/shell/vendor.'))
  expect(sent.every(({ encoding }) => encoding === 'dcz')).toBe(true)
  expect(bytesOf(sent)).toBeLessThanOrEqual(1_000)
  await expectExact(page, sent)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 1)
})
