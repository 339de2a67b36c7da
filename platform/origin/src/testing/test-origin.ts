import type { TestSite } from '@platform/site/testing/test-site'
import { buildOrigin, type Origin, type OriginOptions } from '../app'
import { closeServers, listen } from '../http/listen'
import { type Reply, type RequestOptions, sendRequest } from './send-request'

export type TestOrigin = {
  origin: Origin
  port: number
  send: (path: string, options?: RequestOptions) => Promise<Reply>
  close: () => Promise<void>
}

/** The real origin on a free port of this machine. */
export async function startTestOrigin(
  site: Pick<TestSite, 'copy'>,
  options: Partial<OriginOptions> = {},
): Promise<TestOrigin> {
  const publicUrl = 'http://localhost:3000'
  const origin = await buildOrigin({
    siteDir: site.copy.root,
    publicUrl,
    logger: false,
    ...options,
  })
  const { port, servers } = await listen(['127.0.0.1'], 0, origin.createServer)
  return {
    origin,
    port,
    send: (path, request) => sendRequest(port, path, request),
    async close() {
      await closeServers(servers, 100)
      await origin.close()
    },
  }
}

/** Waits until the condition holds, for at most thirty seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not happen within thirty seconds')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** What three visitors see, each time they ask for a page, while something is done. */
export async function seenDuring(
  send: () => Promise<Reply>,
  describe: (reply: Reply) => string,
  change: () => Promise<void>,
): Promise<string[]> {
  let isDone = false
  const seen = new Set<string>()
  const visitor = async () => {
    while (!isDone) seen.add(describe(await send()))
  }
  const visitors = [visitor(), visitor(), visitor()]
  await change().finally(() => {
    isDone = true
  })
  await Promise.all(visitors)
  return [...seen].sort()
}
