import { getCompressed } from '../site/get.mjs'
import { startMemoryServer } from '../site/start-memory-server.mjs'
import { LIMIT_PATH, makeLimitPage } from './limit-page.mjs'
import { readTwin } from './twin.mjs'

const LISTING = '/courses'

/**
 * Starts what pages are compared with: their twins, and the limit page beside the listing.
 * @returns `pagesOf(route)`: name → address of the page itself and of those
 */
export async function startTwins({ origin, routes, browser }) {
  const twins = await Promise.all(routes.map((route) => readTwin(origin.url, route)))
  const limit = routes.includes(LISTING) ? [await makeLimitPage(origin.url, browser)] : []
  const server = await startMemoryServer({ origin: origin.url, documents: [...twins, ...limit] })
  await warmUp(server, twins)
  return {
    pagesOf: (route) => ({
      ours: origin.url + route,
      twin: server.url + route,
      ...(route === LISTING && { limit: server.url + LIMIT_PATH }),
    }),
    stop: server.stop,
  }
}

/** Both servers have every file in memory before the first run. */
async function warmUp(server, twins) {
  const files = new Set(twins.flatMap(({ files }) => files))
  await Promise.all([...files].map((file) => getCompressed(server.url + file).catch(() => {})))
}
