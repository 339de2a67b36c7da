import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { root } from '../../../scripts/lib/packages.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { temporarySite } from '../../../scripts/lib/temporary-site.mjs'
import { runProgram } from './run-program.mjs'
import { startOrigin } from './start-origin.mjs'

const SITE = path.join(root, 'platform/operator/dist/site.cjs')

/** A site of its own: registry, compositions, database and, once started, a server; all gone after `remove`. */
export async function createSite() {
  const { folder, env, remove: removeFolder } = await temporarySite()
  let origin
  const remove = stopAtEnd(async () => {
    await origin?.stop()
    await removeFolder()
  })
  await runProgram(SITE, ['settings', '--from-environment'], env)
  return {
    folder,
    env,
    /** The operator's command. */
    command: (...args) => runProgram(SITE, args, env),
    /** What is live: pages, releases, data. */
    async readComposition() {
      const { live } = JSON.parse(await readFile(path.join(env.SITE_DIR, 'current'), 'utf8'))
      const file = path.join(env.SITE_DIR, `compositions/${live}/composition.json.br`)
      const composition = JSON.parse(brotliDecompressSync(await readFile(file)))
      const lists = Object.values(composition.packages).map(async ({ list }) => {
        const content = await readFile(path.join(env.SITE_DIR, 'blobs', list.slice(0, 2), list))
        return JSON.parse(brotliDecompressSync(content)).pages
      })
      return { ...composition, pages: Object.assign({}, ...(await Promise.all(lists))) }
    },
    async start() {
      origin = await startOrigin(env)
      return origin
    },
    remove,
  }
}
