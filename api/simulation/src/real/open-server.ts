import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { AdminRefusal } from '@site/api/testing/driven-parts'
import { drawRates, has } from '../plan'
import type { OpenOptions } from '../shop/open-server'
import type { ServerCalls } from '../shop/servers'
import { DAY, elapsed } from '../world/clock'
import { between, streamOf } from '../world/random'
import { databaseAddress, restore, takeAway } from './database'
import { openDoors } from './doors'
import { post } from './http-call'
import { clockFile, waitFor } from './pace'
import { endLater } from './processes'
import type { ControlReply, ServerJob } from './server-job'

/** In the place of `shop/open-server.ts`: a process of its own, on real connections, that is killed at any instruction. */

/** Within so many real milliseconds of a call most of its work is done. */
const AMID_MS = 30

export async function openServer(options: OpenOptions): Promise<ServerCalls> {
  const { actor, keys, mailServer, prices, die, onError } = options
  const doors = await openDoors(actor, mailServer)
  const job: ServerJob = {
    databaseUrl: databaseAddress(),
    clockFile,
    skewMs: actor.skewMs,
    keys,
    ports: doors.ports,
  }
  const { child, port } = await waitFor(startProcess(job))
  let isEnded = false
  const end = endLater(() => {
    isEnded = true
    child.kill('SIGKILL')
    doors.close()
  })
  child.once('exit', (code) => {
    if (isEnded) return
    onError(`${actor.name} has ended by itself (${code})`)
    die('by an error of its own')
  })
  const strike = createStrike(options)
  const call = async <T>(deed: string, argument: unknown): Promise<T> => {
    strike()
    const { body } = await waitFor(post(port, '/world', { deed, argument }))
    return readControl<T>(JSON.parse(body) as ControlReply)
  }
  return {
    sweep: (now) => call('sweep', now),
    // What was lost with the server is done by another one.
    sendMail: () => call<number>('sendMail', undefined).catch(() => 0),
    runJob: (name) => call<boolean>('runJob', name).catch(() => false),
    command: (operation) => call('command', operation),
    post: async (url, payload, headers) => {
      strike()
      const changed = { ...headers, ...(prices.isChanged() && { 'x-prices': 'changed' }) }
      const lost = { statusCode: 0, body: '' }
      return waitFor(post(port, url, payload, changed)).catch(() => lost)
    },
    end,
  }
}

function readControl<T>({ result, refused, failed }: ControlReply): T {
  if (refused !== undefined) throw new AdminRefusal(refused)
  if (failed?.name === 'TypeError') throw new TypeError(failed.text)
  if (failed?.name === 'RangeError') throw new RangeError(failed.text)
  if (failed) throw new Error(failed.text)
  return result as T
}

async function startProcess(job: ServerJob): Promise<{ child: ChildProcess; port: number }> {
  const program = __filename.replace(/\.cjs$/, '-server.cjs')
  const child = spawn(process.execPath, [program, JSON.stringify(job)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`A server could not be started: ${code}`))),
  ])
  return { child, port: Number(line) }
}

/** While there is trouble: kills the server, or the database, in the middle of what a call is about. */
function createStrike({ actor, plan, die }: OpenOptions): () => void {
  const random = streamOf(plan.seed, `${actor.name} is struck`)
  const { commit } = drawRates(plan)
  return () => {
    if (elapsed() > plan.days * DAY) return
    const kills = has(plan, 'crashes') && random.chance(commit)
    const crashes = random.chance(commit / 10)
    if (kills) setTimeout(() => die('amid a call'), between(random, 0, AMID_MS))
    if (crashes) setTimeout(crash, between(random, 0, AMID_MS))
  }
}

function crash(): void {
  takeAway()
  restore()
}
