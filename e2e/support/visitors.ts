import type { Message } from './reports'

/** What a page of a composition says of itself, as a browser sent it. */
export type Saying = (composition: number, visitor: number) => readonly Message[]

const REPORT_DELAY_MS = 1_500

/** Visitors without a browser: each asks for a page from an address of its own and reports what a browser reported. */
export function startVisitors(url: string, path: string, perSecond: number, say: Saying) {
  const pending = new Set<Promise<void>>()
  let count = 0

  async function visit(visitor: number): Promise<void> {
    const ip = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
    const from = { 'x-forwarded-for': ip }
    const response = await fetch(url + path, { headers: { ...from, 'sec-fetch-dest': 'document' } })
    await response.arrayBuffer()
    const composition = Number(/composition;desc=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
    await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS))
    const headers = { ...from, 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin', origin: url }
    for (const message of say(composition, visitor)) {
      const body = JSON.stringify({ ...message, composition })
      await fetch(`${url}/beacon`, { method: 'POST', headers, body })
    }
  }

  const timer = setInterval(() => {
    count += 1
    const visiting = visit(count)
    pending.add(visiting)
    void visiting.catch(() => {}).finally(() => pending.delete(visiting))
  }, 1_000 / perSecond)
  return {
    count: () => count,
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(pending)
    },
  }
}
