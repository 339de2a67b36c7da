import { type BrowserContext, expect, type Page } from '@playwright/test'
import { hydrated } from './test'

/** A script as it came over the network: how it was packed, and how many bytes it was without headers. */
export type SentScript = { address: string; encoding: string; bytes: number }

/** Opens a page until it is interactive and has asked for all it asks for; says which scripts were sent for that. */
export async function scriptsSentTo(
  context: BrowserContext,
  address: string,
): Promise<{ page: Page; sent: SentScript[] }> {
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
    // What had come with the headers was taken from it.
    if (script) script.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(address)
  await hydrated(page)
  // The page's own module is the last that is run.
  await expect.poll(() => [...scripts.values()].every(({ bytes }) => bytes >= 0)).toBe(true)
  return { page, sent: [...scripts.values()] }
}

/** SHA-256 of a file as a page's scripts get it, from the browser's own cache. */
export function digestInBrowser(page: Page, address: string): Promise<string> {
  return page.evaluate(async (url) => {
    const content = await (await fetch(url, { cache: 'force-cache' })).arrayBuffer()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }, address)
}
