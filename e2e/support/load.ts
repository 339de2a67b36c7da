import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const BETWEEN_VISITS_MS = 50
const VERSION = /"([a-z]+)":\{"version":"([^"]+)"/g
const ASSET = /\/assets\/[^"'\\ ]+\.(?:js|css)/g

export function startVisits(url: string, paths: readonly string[]) {
  const failures = new Set<string>()
  const versions = new Set<string>()
  let pages = 0
  let isStopping = false

  async function visit(address: string): Promise<void> {
    const response = await fetch(url + address)
    const html = await response.text()
    if (response.status !== 200) failures.add(`${address}: ${response.status}`)
    for (const [, name, version] of html.matchAll(VERSION)) versions.add(`${name}@${version}`)
    for (const asset of new Set(html.match(ASSET))) {
      const script = await fetch(url + asset)
      await script.arrayBuffer()
      if (script.status !== 200) failures.add(`${asset} of ${address}: ${script.status}`)
    }
    pages += 1
  }

  const visiting = (async () => {
    for (let turn = 0; !isStopping; turn += 1) {
      const address = paths[turn % paths.length] ?? '/'
      await visit(address).catch((error: unknown) => failures.add(`${address}: ${error}`))
      await delay(BETWEEN_VISITS_MS)
    }
  })()
  return {
    versions: () => [...versions],
    async stop() {
      isStopping = true
      await visiting
      return { pages, failures: [...failures], versions: [...versions] }
    },
  }
}

const EXPECTED = new Map([['/blog/no-such-post', 404]])
const TIMEOUT_MS = 10_000
const PAUSE_MS = 40

/** Requests the addresses in turn until stopped; each answer must be whole. */
export function startLoad(url: string, paths: readonly string[], connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const failures: string[] = []
  let answered = 0
  let isStopping = false

  async function ask(turn: number): Promise<void> {
    for (let count = turn; !isStopping; count++) {
      const path = paths[count % paths.length] ?? '/'
      const failure = await request(url + path, agent, EXPECTED.get(path) ?? 200)
      if (failure) failures.push(`${path}: ${failure}`)
      else answered++
      await delay(PAUSE_MS)
    }
  }

  const asking = Array.from({ length: connections }, (_, turn) => ask(turn))
  return {
    async stop() {
      isStopping = true
      await Promise.all(asking)
      agent.destroy()
      return { answered, failures }
    },
  }
}

function request(url: string, agent: Agent, expected: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = get(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', (error) => resolve(error.message))
      response.on('end', () => {
        const { statusCode, headers } = response
        if (statusCode !== expected) return resolve(`status ${statusCode}`)
        resolve(bytes === Number(headers['content-length']) ? undefined : `${bytes} bytes, not whole`)
      })
    })
    call.on('timeout', () => call.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
    call.on('error', (error) => {
      // The server may close a kept connection just when it is reused; browsers then retry (RFC 9112, 9.3.1).
      if (call.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        resolve(request(url, agent, expected))
      } else resolve(error.message)
    })
  })
}
