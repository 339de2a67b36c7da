import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const EXPECTED = new Map([['/blog/no-such-post', 404]])
const TIMEOUT_MS = 10_000
/** Visitors read between two pages; without it the load takes the processor from what is to be tested. */
const PAUSE_MS = 40

/** Asks for the addresses in turn over so many connections until stopped; an answer must be whole and have its status. */
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

/** What is wrong with the answer, or nothing. */
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
      // A kept connection may be closed by the server in the moment it is used again; browsers then ask once more
      // (RFC 9112, 9.3.1). A machine that is too busy to use it in time is no failure of the site.
      if (call.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        resolve(request(url, agent, expected))
      } else resolve(error.message)
    })
  })
}
