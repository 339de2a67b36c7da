import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { browserPackages, root } from '../../scripts/lib/packages.mjs'
import { stopAtEnd, stopChildAtEnd } from '../../scripts/lib/stop-at-end.mjs'
import { temporarySite, waitForOrigin } from '../../scripts/lib/temporary-site.mjs'
import { copySources, linkModules, sourceFiles } from '../support/copies.mjs'

const parts = ['lighthouse', 'bytes', 'throughput', 'navigation', 'interaction', 'operations', 'loop']
/** `scale` takes longer than the others together, so it runs only by name. */
const allParts = [...parts, 'scale']
export const CHECKOUT = '/checkout'
const routes = [
  ...['/', '/about', '/contact', '/courses', '/courses/citb-ssp', '/blog', '/blog/1', '/careers', '/policies', '/cart'],
  ...['/login', '/signup', '/account', '/account/orders/order', '/reset-password', CHECKOUT],
]
const throttlings = ['simulate', 'devtools']
const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--throttling ${throttlings}] [--beside ../other-checkout] [--only ${allParts}]`

export function readOptions(args) {
  const names = ['routes', 'runs', 'only', 'throttling', 'beside']
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  try {
    const { values } = parseArgs({ args, options })
    const runs = Number(values.runs ?? 3)
    if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a number from 1.')
    return {
      runs,
      routes: listOf(values.routes) ?? routes,
      beside: values.beside && path.resolve(values.beside),
      only: known('part', listOf(values.only) ?? parts, allParts),
      throttling: known('throttling', listOf(values.throttling) ?? throttlings, throttlings),
    }
  } catch (cause) {
    throw new Error(`${cause.message}\n${usage}`, { cause })
  }
}

function known(what, names, all) {
  for (const name of names) if (!all.includes(name)) throw new Error(`There is no ${what} ${name}.`)
  return names
}

const listOf = (text) => text?.split(',').filter(Boolean)

const POLL_MS = 10

export function buildBeside(tree) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'] })
}

export async function deploySite(tree = root) {
  const site = await createSite(tree)
  await site.command('deploy', ...browserPackages)
  return { ...site, ...(await site.start()) }
}

export async function createSite(tree = root, variables = {}) {
  const { folder, env: own, remove: removeFolder } = await temporarySite()
  const env = { ...own, ...variables }
  let stop
  const remove = stopAtEnd(async () => {
    await stop?.()
    await removeFolder()
  })
  const program = path.join(tree, 'platform/operator/dist/site.cjs')
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

export function countDocuments({ pages }) {
  return pages.reduce((sum, { variants }) => sum + 1 + (variants?.values.length ?? 0), 0)
}

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

export async function untilAnother(url, act) {
  const { etag } = (await getCompressed(url)).headers
  const startedAt = performance.now()
  await act()
  while ((await getCompressed(url)).headers.etag === etag) await wait(POLL_MS)
  return performance.now() - startedAt
}

async function runProgram(file, args, options) {
  const startedAt = performance.now()
  const busyBefore = processorMsOfChildren()
  const running = promisify(execFile)(process.execPath, [file, ...args], options)
  stopChildAtEnd(running.child)
  await running
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

export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Number(kilobytes) / 1024
}

/**
 * Copies the sources for a measurement to change.
 * @param keepsCache reuses earlier builds
 */
export async function createTree(name, { keepsCache = true } = {}) {
  const folder = path.join(root, '.cache', name)
  if (!keepsCache) await rm(folder, { recursive: true, force: true })
  copySources(sourceFiles(), folder)
  linkModules(folder)
  const write = (file, text) => writeFile(path.join(folder, file), text)
  async function run(script, ...args) {
    const running = promisify(execFile)(process.execPath, [script, ...args], { cwd: folder })
    stopChildAtEnd(running.child)
    await running
  }
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
