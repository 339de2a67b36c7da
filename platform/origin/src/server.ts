import { messageOf } from '@platform/base/errors/refusal'
import { keepInspectorShut } from '@platform/base/process/keep-inspector-shut'
import { findCallProblems } from '@platform/site/queries/check-activation'
import { announceApiCalls, fileCopy, type SiteCopy } from '@platform/site/store/file/file-copy'
import { createApi } from '@site/api/create-api'
import { loggerOptions } from '@site/api/logging'
import type { FastifyBaseLogger } from 'fastify'
import { buildOrigin } from './app'
import { readConfig } from './config'
import { makeDeltas } from './deltas/follow-deltas'
import { developmentRoutes } from './development/register-development'
import { listen, stopOrigin } from './http/listen'

const SHUTDOWN_MS = 10_000
const CLOSE_MS = 3_000

async function start(): Promise<void> {
  const { port, hosts, siteDir, logLevel, pageMemoryBytes, formerWorkers, settings, api, store } = readConfig()
  // Logs to stderr, because scripts wait for the line `ready` on stdout.
  const origin = await buildOrigin({
    siteDir,
    publicUrl: settings.publicUrl,
    pageMemoryBytes,
    formerWorkers,
    logger: loggerOptions(logLevel, process.stderr),
    trustedProxies: api.access.trustedProxies,
    databaseUrl: store.databaseUrl,
    keys: store.keys,
    createApi: (host) => createApi(api, host),
    // Optional: each is a folder to delete together with its line.
    fileVariants: settings.isDevelopment ? undefined : makeDeltas(siteDir, store.keys),
    extend: settings.isDevelopment ? developmentRoutes((listener) => process.on('message', listener)) : undefined,
  })
  await announceApi(fileCopy(siteDir, store.keys), origin.app.log)
  const listening = await listen(hosts, port, origin.createServer)
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    origin.app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_MS + CLOSE_MS).unref()
    await stopOrigin(origin, listening.servers, SHUTDOWN_MS)
    // An open channel to the command that started it would keep this process alive.
    if (process.connected) process.disconnect()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))

  await origin.opened
  if (process.send) await untilDeployed()
  await origin.site.refresh()
  if (isStopping) return
  const announce = () => {
    const url = `http://localhost:${listening.port}`
    const isTrial = settings.sandbox && origin.hasDesk
    if (isTrial) console.log(`desk  ${url}/desk as ${[...api.staff.keys()].at(-1)}; ${url}/sandbox/mail shows the link`)
    console.log(`ready ${url}`)
  }
  if (origin.site.current()) return announce()
  origin.app.log.warn({ siteDir }, 'no composition is live yet; waiting for the first activation')
  const stopWaiting = origin.site.onChange(() => {
    stopWaiting()
    announce()
  })
}

/** `npm start` and `npm run dev` change the site once this process has the port and the database. */
function untilDeployed(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => Object(message).isDeployed && resolve())
    process.send?.({ isOpen: true })
  })
}

/** Starts despite a mismatch, so that pages stay readable. */
async function announceApi(copy: SiteCopy, log: FastifyBaseLogger): Promise<void> {
  try {
    for (const problem of await findCallProblems(copy))
      log.error({ problem }, 'the live checkout does not fit this API')
    await announceApiCalls(copy)
  } catch (error) {
    log.error({ err: error }, 'the API could not be compared with what is live')
  }
}

keepInspectorShut()
start().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exit(1)
})
