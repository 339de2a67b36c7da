import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { stopAtEnd, stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { nextShopFiles } from './sources.mjs'

const READY_MS = 60_000

/** Installs, builds and starts the shop of comparison in a folder of its own; all gone after `stop`. */
export async function startNextShop(origin, listing, css) {
  const folder = await mkdtemp(path.join(tmpdir(), 'next-shop-'))
  const remove = stopAtEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  try {
    await writeFiles(folder, nextShopFiles(origin, listing, css))
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, env })
    const next = path.join(folder, 'node_modules/next/dist/bin/next')
    await run(process.execPath, [next, 'build'], { cwd: folder, env })
    const port = String(await freePort())
    const child = spawn(process.execPath, [next, 'start', '-p', port], { cwd: folder, env, stdio: 'ignore' })
    const stopServer = stopChildAtEnd(child)
    const stop = async () => {
      await stopServer()
      await remove()
    }
    await answers(`http://localhost:${port}/courses`).catch(async (error) => {
      await stop()
      throw error
    })
    return { url: `http://localhost:${port}`, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function run(program, args, options) {
  const running = promisify(execFile)(program, args, options)
  stopChildAtEnd(running.child)
  await running
}

async function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

async function answers(url) {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    if (Date.now() > deadline) throw new Error(`${url} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
