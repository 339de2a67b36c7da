import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stopAtEnd, stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { spawnOrigin } from '../../scripts/lib/spawn-origin.mjs'
import { temporarySite, waitForOrigin } from '../../scripts/lib/temporary-site.mjs'
import { copySources, linkModules, sourceFiles } from '../support/copies.mjs'

export const CHECKOUT = '/checkout'

const POLL_MS = 10

export async function deploySite() {
  const site = await createSite()
  await site.command('deploy', ...browserPackages)
  return { ...site, ...(await site.start()) }
}

export async function createSite(variables = {}) {
  const { folder, env: own, remove: removeFolder } = await temporarySite()
  const env = { ...own, ...variables }
  let stop
  const remove = stopAtEnd(async () => {
    await stop?.()
    await removeFolder()
  })
  const program = path.join(root, 'platform/operator/dist/site.cjs')
  const command = (...args) => runProgram(program, args, { env, cwd: root })
  await command('settings', '--from-environment')
  return {
    folder,
    env,
    command,
    remove,
    /** Stops a former run first. */
    async start() {
      await stop?.()
      const child = spawnOrigin({ env, stdio: ['ignore', 'pipe', 'pipe'] })
      stop = stopChildAtEnd(child)
      const { url, servesAt } = await waitForOrigin(child)
      return { url, servesAt, pid: child.pid }
    },
  }
}

export const readRelease = (dist) => JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8'))
export const distOf = (name) => path.join(root, name, 'dist')

export function countDocuments({ pages }) {
  return pages.reduce((sum, { variants }) => sum + 1 + (variants?.values.length ?? 0), 0)
}

export async function getCompressed(url) {
  const [reply] = await once(request(url, { headers: { 'accept-encoding': 'br' } }).end(), 'response')
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
  return { headers: reply.headers, body: await buffer(reply) }
}

export async function untilAnother(url, act) {
  const { etag } = (await getCompressed(url)).headers
  const startedAt = performance.now()
  const look = async () => {
    while ((await getCompressed(url)).headers.etag === etag) await wait(POLL_MS)
    return performance.now() - startedAt
  }
  const [ms] = await Promise.all([look(), act()])
  return ms
}

/** Runs a Node program, which ends with this one. */
export async function runNode(args, options) {
  const running = promisify(execFile)(process.execPath, args, options)
  stopChildAtEnd(running.child)
  await running
}

async function runProgram(file, args, options) {
  const startedAt = performance.now()
  const busyBefore = processorMsOfChildren()
  await runNode([file, ...args], options)
  const ms = performance.now() - startedAt
  return { ms, processorMs: processorMsOfChildren() - busyBefore || ms }
}

/** Processor time of ended children; Linux only, in hundredths of a second. */
function processorMsOfChildren() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(13, 15)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}

/** Copies the sources for a measurement to change. @param keepsCache reuses earlier builds */
export async function createTree(name, { keepsCache = true } = {}) {
  const folder = path.join(root, '.cache', name)
  if (!keepsCache) await rm(folder, { recursive: true, force: true })
  copySources(sourceFiles(), folder)
  linkModules(folder)
  const write = (file, text) => writeFile(path.join(folder, file), text)
  const run = (...args) => runNode(args, { cwd: folder })
  return {
    folder,
    write,
    run,
    async edit(file, from, to) {
      const source = await readFile(path.join(folder, file), 'utf8')
      if (source.search(from) === -1) throw new Error(`${file} has no place for an edit: ${from}`)
      await write(file, source.replace(from, to))
    },
    async build(name) {
      await run('scripts/build.mjs', name)
      return path.join(folder, name, 'dist')
    },
  }
}
