import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import type { SiteCopy } from '@platform/site/store/site-store'
import type { FastifyBaseLogger } from 'fastify'
import type { LiveSite } from '../live/live-site'
import type { DeltaThreadInput } from './delta-thread'
import { followDeltas, type StartDeltas } from './follow-deltas'
import type { DeltaNews } from './run-deltas'

export const makeDeltas =
  (siteDir: string, keys: GivenKeys = {}) =>
  (copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger) =>
    followDeltas(copy, site, log, deltaThread(siteDir, keys))

function deltaThread(siteDir: string, keys: GivenKeys, file = path.join(__dirname, 'delta-thread.cjs')): StartDeltas {
  return (request, notify) => {
    const input: DeltaThreadInput = { siteDir, keys: { ...keys, isReading: true }, request }
    const worker = new Worker(file, { workerData: input, env: {} })
    worker.unref()
    worker.on('message', (news: DeltaNews) => notify(news))
    return {
      ended: once(worker, 'exit').then(() => undefined),
      stop: async () => void (await worker.terminate()),
    }
  }
}
