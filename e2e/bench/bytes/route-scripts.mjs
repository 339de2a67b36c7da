import { fillCart, hydrated, unmeasuredVisitor } from '../site/browser.mjs'

const QUIET_MS = 1_000

/** Opens a page as a new visitor, with courses in the cart if need be, and gives the address of every script it had fetched once it was interactive. */
export async function readRouteScripts(browser, { origin, route, hasCart }) {
  const context = await unmeasuredVisitor(browser)
  if (hasCart) await fillCart(await context.newPage(), origin)
  const page = await context.newPage()
  const scripts = new Set()
  let lastAt = performance.now()
  page.on('request', (request) => {
    const url = request.url()
    if (!/\.m?js$/.test(new URL(url).pathname) && request.resourceType() !== 'script') return
    scripts.add(url)
    lastAt = performance.now()
  })
  await page.goto(origin + route)
  await hydrated(page)
  // What the hydrated page itself asks for belongs to it.
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  await context.close()
  return [...scripts]
}
