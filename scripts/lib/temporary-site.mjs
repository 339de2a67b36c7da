import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.mjs'

const READY = /^ready (http:\/\/localhost:\d+)$/m
const STARTING_MS = 180_000

export async function temporarySite(environment = process.env) {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'))
  const port = String(await freePort())
  return {
    folder,
    env: {
      ...environment,
      SITE_DIR: path.join(folder, 'site'),
      DATA_DIR: path.join(folder, 'data'),
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
      // Pictures cost seconds; their own test names a browser.
      CHROMIUM_PATH: 'none',
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}

/**
 * Waits until an origin serves pages and its shop is open.
 * @param {import('node:child_process').ChildProcess} child
 * @returns its address, and the time when it was ready (ms, by `performance`)
 * @throws Error with its log, when it ends first or takes too long
 */
export async function waitForOrigin(child, startingMs = STARTING_MS) {
  let written = ''
  let end
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (written += chunk))
  child.once('error', ({ message }) => (end = `does not start: ${message}`))
  child.once('close', (code) => (end ??= `ended with ${code}`))

  for (const deadline = Date.now() + startingMs; ; await wait(20)) {
    const [, url] = READY.exec(written) ?? []
    if (url) return { url, servesAt: performance.now() }
    if (end || Date.now() > deadline)
      throw new Error(`The origin ${end ?? `is not ready after ${startingMs / 1_000} s`}:\n${written}`)
  }
}
