import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { drawVisit } from '../support/reports'
import { expectBadge } from '../support/shop'
import type { PackageName, Site } from '../support/site'
import { expect, hydrated, test } from '../support/test'

const bytesOf = (sent: readonly { bytes: number }[]) => sent.reduce((sum, { bytes }) => sum + bytes, 0)

async function releaseAndWait(site: Site, url: string, name: PackageName, stem: string, change: object): Promise<void> {
  const { live } = JSON.parse(await site.mustRun('status', '--json'))
  await site.release(name, '9.0.0', change)
  const read = (version: string) => readScript(path.join(site.directory, 'releases', name, version, 'client'), stem)
  const [old, current] = [await read(live.releases[name].version), await read('9.0.0')]
  const dictionary = createHash('sha256').update(old.content).digest('base64')
  const headers = { 'accept-encoding': 'dcz, br', 'available-dictionary': `:${dictionary}:` }
  const encoding = () => encodingOf(`${url}/assets/${name}/${current.file}`, headers)
  await expect.poll(encoding, { timeout: 60_000 }).toBe('dcz')
}

async function readScript(folder: string, stem: string): Promise<{ file: string; content: Buffer }> {
  const file = (await readdir(folder)).find((it) => it.startsWith(`${stem}.`) && it.endsWith('.js'))
  if (!file) throw new Error(`${folder} has no script ${stem}`)
  return { file, content: await readFile(path.join(folder, file)) }
}

function encodingOf(address: string, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => resolve(response.resume().headers['content-encoding'])).on('error', reject)
  })
}

test.beforeEach(({ context }) => drawVisit(context, 0.99))

// Decision 33. Chromium checks a delta's result against `integrity`.
test('P9: a returning visitor is sent half a kilobyte after one changed text, and one for another patch of React', async ({
  site,
  context,
}) => {
  test.slow()
  const url = await site.start()
  const first = await scriptsSentTo(context, `${url}/courses`)
  expect(bytesOf(first.sent)).toBeGreaterThan(50_000)
  await first.page.close()
  const again = await scriptsSentTo(context, `${url}/courses`)
  expect(again.sent).toEqual([])
  await again.page.close()

  const text = { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] }
  await releaseAndWait(site, url, 'catalog', 'courses-page', text)
  const afterText = await scriptsSentTo(context, `${url}/courses`)
  expect(afterText.sent.map(({ encoding }) => encoding)).toEqual(['dcz'])
  expect(bytesOf(afterText.sent)).toBeLessThanOrEqual(500)
  await expect(afterText.page.getByRole('heading', { name: 'Courses on offer' })).toBeVisible()
  await afterText.page.close()

  const patch = { client: [{ from: 'Minified React error #', to: 'Minified React failure #' }] }
  await releaseAndWait(site, url, 'shell', 'vendor', patch)
  const { page, sent } = await scriptsSentTo(context, `${url}/courses`)
  expect(sent.map(({ address }) => address)).toContainEqual(expect.stringContaining('/assets/shell/vendor.'))
  expect(sent.every(({ encoding }) => encoding === 'dcz')).toBe(true)
  expect(bytesOf(sent)).toBeLessThanOrEqual(1_000)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 1)
})

type SentScript = { address: string; encoding: string; bytes: number }

async function scriptsSentTo(context: BrowserContext, address: string): Promise<{ page: Page; sent: SentScript[] }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Map<string, SentScript>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' || response.fromDiskCache) return
    const encoding = response.headers['content-encoding'] ?? 'none'
    scripts.set(requestId, { address: response.url, encoding, bytes: -response.encodedDataLength })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void scripts.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(address)
  await hydrated(page)
  await expect.poll(() => [...scripts.values()].every(({ bytes }) => bytes >= 0)).toBe(true)
  return { page, sent: [...scripts.values()] }
}
