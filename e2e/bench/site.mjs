import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { stopAtEnd, stopChildAtEnd } from '../../scripts/lib/stop-at-end.mjs'
import { temporarySite, waitForOrigin } from '../../scripts/lib/temporary-site.mjs'

const POLL_MS = 10

/** Builds another checkout of the product by its own command. */
export function buildBeside(tree) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** A site of its own with every package live and a running origin; all gone after `remove`. */
export async function deploySite(tree = root) {
  const site = await createSite(tree)
  await site.command('deploy', ...browserPackages)
  return { ...site, ...(await site.start()) }
}

/** The same with nothing published and no origin. */
export async function createSite(tree = root, variables = {}) {
  const { folder, env: own, remove: removeFolder } = await temporarySite()
  const env = { ...own, ...variables }
  let stop
  const remove = stopAtEnd(async () => {
    await stop?.()
    await removeFolder()
  })
  const program = path.join(tree, 'platform/operator/dist/site.cjs')
  /** The operator's command. */
  const command = (...args) => runProgram(program, args, { env, cwd: tree })
  await command('settings', '--from-environment')
  return {
    folder,
    env,
    command,
    remove,
    async start() {
      const { spawnOrigin } = await import(path.join(tree, 'scripts/lib/spawn-origin.mjs'))
      const child = spawnOrigin({ env, stdio: ['ignore', 'pipe', 'pipe'] })
      stop = stopChildAtEnd(child)
      const { url, servesAt } = await waitForOrigin(child)
      return { url, servesAt, pid: child.pid }
    },
  }
}

export const readRelease = (dist) => JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8'))
export const distOf = (name) => path.join(root, name, 'dist')

/** How many documents the pages of a release are. */
export function countDocuments({ pages }) {
  return pages.reduce((sum, { variants }) => sum + 1 + (variants?.values.length ?? 0), 0)
}

/** The reply as it is sent, not decompressed. @throws Error when the status is not 200 */
export function getCompressed(url) {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { 'accept-encoding': 'br' } }, async (reply) => {
      const chunks = []
      for await (const chunk of reply) chunks.push(chunk)
      if (reply.statusCode === 200) resolve({ headers: reply.headers, body: Buffer.concat(chunks) })
      else reject(new Error(`${url} answered ${reply.statusCode}`))
    })
    asking.once('error', reject).end()
  })
}

/** Milliseconds from an operator's command until a visitor gets another document of this address. */
export async function untilAnother(url, act) {
  const { etag } = (await getCompressed(url)).headers
  const startedAt = performance.now()
  await act()
  while ((await getCompressed(url)).headers.etag === etag) await wait(POLL_MS)
  return performance.now() - startedAt
}

/**
 * Runs a Node program to its end: how long that took, and how long a processor was busy with it, which other programs do
 * not change.
 * @throws Error with its output when it fails
 */
async function runProgram(file, args, options) {
  const startedAt = performance.now()
  const busyBefore = processorMsOfChildren()
  const running = promisify(execFile)(process.execPath, [file, ...args], options)
  stopChildAtEnd(running.child)
  await running
  const ms = performance.now() - startedAt
  return { ms, processorMs: processorMsOfChildren() - busyBefore || ms }
}

/** Of the children that have ended; known on Linux only, where the kernel counts in hundredths of a second. */
function processorMsOfChildren() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(13, 15)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}

/** Memory of a process in MiB; known on Linux only, else 0. */
export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Number(kilobytes) / 1024
}
