import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 50
const VERSION = /"([a-z]+)":\{"version":"([^"]+)"/g
const ASSET = /\/assets\/[^"'\\ ]+\.(?:js|css)/g

/** Opens pages one after the other and asks for every script and style that each one names, as browsers do. */
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
      await delay(PAUSE_MS)
    }
  })()
  return {
    /** `catalog@2.1.0` of the pages seen until now. */
    versions: () => [...versions],
    async stop() {
      isStopping = true
      await visiting
      return { pages, failures: [...failures], versions: [...versions] }
    },
  }
}
