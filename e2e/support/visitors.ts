import { Agent, request } from 'node:http'
import type { Message } from './reports'

/** What a page of a composition says of itself, as a browser sent it. */
export type Saying = (composition: number, visitor: number) => readonly Message[]

const REPORT_DELAY_MS = 1_500

/** Visitors without a browser: each asks for a page from an address of its own and reports what a browser reported. */
export function startVisitors(url: string, path: string, perSecond: number, say: Saying) {
  const agent = new Agent({ keepAlive: true })
  const pending = new Set<Promise<void>>()
  let count = 0

  async function visit(visitor: number): Promise<void> {
    const ip = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
    const timing = await send(agent, url + path, 'GET', { 'sec-fetch-dest': 'document', 'x-forwarded-for': ip })
    const composition = Number(/composition;desc=(\d+)/.exec(timing)?.[1])
    await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS))
    const headers = {
      'content-type': 'text/plain',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': ip,
      origin: url,
    }
    for (const message of say(composition, visitor)) {
      await send(agent, `${url}/beacon`, 'POST', headers, JSON.stringify({ ...message, composition }))
    }
  }

  const timer = setInterval(() => {
    count += 1
    const visiting = visit(count)
    pending.add(visiting)
    void visiting.finally(() => pending.delete(visiting)).catch(() => {})
  }, 1_000 / perSecond)
  return {
    count: () => count,
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(pending)
      agent.destroy()
    },
  }
}

/** @returns what was said beside the answer. */
function send(agent: Agent, url: string, method: string, headers: Record<string, string>, body?: string) {
  return new Promise<string>((resolve, reject) => {
    const call = request(url, { agent, method, headers }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve(String(response.headers['server-timing'])))
    })
    call.on('error', reject)
    call.end(body)
  })
}
