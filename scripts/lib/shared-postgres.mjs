import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, stopPostgres } from './postgres-server.mjs'

/** Names the folder by which the processes of one run of the tests find the server they share. */
const VARIABLE = 'TEST_POSTGRES_FOLDER'
const LOOK_MS = 20
const WATCH = path.join(import.meta.dirname, 'watch-shared-postgres.mjs')

/**
 * Lets the processes started from here on share a server. It ends with this process at the latest, whatever ends that.
 * @returns what ends it, when one of them has started it
 */
export function allowSharing() {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-shared-'))
  process.env[VARIABLE] = folder
  // Its input is closed by the system as soon as this process is gone; apart, it is not killed with it.
  const options = { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] }
  const watch = spawn(process.execPath, [WATCH, folder], options)
  watch.unref()
  watch.stdin.unref()
  return () => endSharing(folder)
}

/** Ends the server of a folder, should there be one. */
export function endSharing(folder) {
  const { folder: server } = readServer(folder) ?? {}
  if (server) stopPostgres(server)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * The server of this run, which the first who asks starts; `undefined` where nobody has allowed that.
 * @throws Error when it is not installed or does not start
 */
export async function findSharedPostgres() {
  const folder = process.env[VARIABLE]
  if (!folder) return undefined
  if (isFirst(folder)) {
    const started = await startPostgres({ connections: 300 }).catch(({ message }) => ({ error: message }))
    if (!existsSync(folder)) {
      started.stop?.()
      throw new Error('The run of the tests has ended')
    }
    const draft = path.join(folder, 'draft')
    writeFileSync(draft, JSON.stringify(started))
    renameSync(draft, fileOf(folder))
  }
  while (!existsSync(fileOf(folder))) await wait(LOOK_MS)
  const { url, error } = readServer(folder)
  if (error) throw new Error(error)
  return url
}

const fileOf = (folder) => path.join(folder, 'server.json')

function readServer(folder) {
  return existsSync(fileOf(folder)) ? JSON.parse(readFileSync(fileOf(folder), 'utf8')) : undefined
}

function isFirst(folder) {
  try {
    writeFileSync(path.join(folder, 'starting'), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
