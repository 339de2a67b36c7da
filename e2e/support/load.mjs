import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'

const PER_SECOND = 1_000
const AT_MOST_SECONDS = 600

/**
 * Requests the pages in turn until stopped.
 * @param {string} url
 * @param {readonly string[]} paths
 * @param {number} connections
 */
export function startLoad(url, paths, connections) {
  const requests = paths.map((path) => ({ path }))
  const load = autocannon({ url, requests, connections, duration: AT_MOST_SECONDS, overallRate: PER_SECOND })
  return {
    async stop() {
      load.stop()
      const { requests, non2xx, errors } = await load
      return { answered: requests.total, failures: non2xx + errors }
    },
  }
}

const BETWEEN_VISITS_MS = 50
const VERSION = /"([a-z]+)":\{"version":"([^"]+)"/g
const ASSET = /\/assets\/[^"'\\ ]+\.(?:js|css)/g

/**
 * Visits the pages in turn, with all scripts and styles they name.
 * @param {string} url
 * @param {readonly string[]} paths
 */
export function startVisits(url, paths) {
  /** @type {Set<string>} */
  const failures = new Set()
  /** @type {Set<string>} */
  const versions = new Set()
  let isStopping = false

  /** @type {(address: string) => Promise<string>} */
  async function read(address) {
    const response = await fetch(url + address)
    if (response.status !== 200) failures.add(`${address}: ${response.status}`)
    return response.text()
  }

  const visiting = (async () => {
    for (let turn = 0; !isStopping; turn += 1) {
      const address = paths[turn % paths.length] ?? '/'
      try {
        const html = await read(address)
        for (const [, name, version] of html.matchAll(VERSION)) versions.add(`${name}@${version}`)
        for (const asset of new Set(html.match(ASSET))) await read(asset)
      } catch (error) {
        failures.add(`${address}: ${error}`)
      }
      await delay(BETWEEN_VISITS_MS)
    }
  })()
  return {
    versions: () => [...versions],
    async stop() {
      isStopping = true
      await visiting
      return { failures: [...failures], versions: [...versions] }
    },
  }
}
