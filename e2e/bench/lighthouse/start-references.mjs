import { startNextShop } from '../next-shop/start.mjs'
import { getCompressed } from '../site/get.mjs'
import { startMemoryServer } from '../site/start-memory-server.mjs'
import { CSS, LIMIT_PATH, makeLimitPage, readListing } from './limit-page.mjs'
import { readTwin } from './twin.mjs'

const LISTING = '/courses'

/**
 * Starts what pages are compared with: their twins, and the limit page and the minimal Next shop beside the listing.
 * @returns `pagesOf(route)`: name → address of the page itself and of those
 */
export async function startReferences({ origin, routes, browser, progress }) {
  const twins = await Promise.all(routes.map((route) => readTwin(origin.url, route)))
  const limit = routes.includes(LISTING) ? [await makeLimitPage(origin.url, browser)] : []
  const server = await startMemoryServer({ origin: origin.url, documents: [...twins, ...limit] })
  await warmUp(server, twins)
  const next = routes.includes(LISTING) ? await startNext({ origin, browser, progress }) : undefined
  return {
    pagesOf: (route) => ({
      ours: origin.url + route,
      twin: server.url + route,
      ...(route === LISTING && { limit: server.url + LIMIT_PATH }),
      ...(route === LISTING && next && { next: next.url + route }),
    }),
    async stop() {
      server.stop()
      await next?.stop()
    },
  }
}

/** Without a registry there is no Next shop, and its rows stay away; the others do not need it. */
async function startNext({ origin, browser, progress }) {
  progress('installing and building the minimal Next shop')
  return startNextShop(origin.url, await readListing(origin.url, browser), CSS).catch((error) => {
    progress(`no Next shop to compare with: ${error.message}`)
  })
}

/** Both servers have every file in memory before the first run. */
async function warmUp(server, twins) {
  const files = new Set(twins.flatMap(({ files }) => files))
  await Promise.all([...files].map((file) => getCompressed(server.url + file).catch(() => {})))
}
