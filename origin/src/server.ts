import { setTimeout as wait } from 'node:timers/promises'
import { createApi } from '@site/api/create-api'
import { loggerOptions } from '@site/api/logging'
import { buildOrigin } from './app'
import { readConfig } from './config'
import { listen } from './http/listen'
import { stopOrigin } from './http/stop-origin'
import { messageOf } from './refusal'

const SHUTDOWN_MS = 10_000
/** For the database and the mails after that. */
const CLOSE_MS = 3_000
/** A database that is away longer than this does not keep the pages from being announced. */
const OPEN_MS = 30_000

async function start(): Promise<void> {
  const { port, hosts, siteDir, logLevel, settings, api } = readConfig()
  // The log goes to stderr: stdout belongs to the one line that scripts wait for.
  const origin = await buildOrigin({
    siteDir,
    ...settings,
    logger: loggerOptions(logLevel, process.stderr),
    trustedProxies: api.access.trustedProxies,
    createApi: (host) => createApi(api, host),
  })
  const listening = await listen(hosts, port, origin.createServer)
  const announce = async () => {
    await Promise.race([origin.opened, wait(OPEN_MS, undefined, { ref: false })])
    console.log(`ready http://localhost:${listening.port}`)
  }
  if (origin.site.current()) void announce()
  else {
    origin.app.log.warn({ siteDir }, 'no composition is live yet; waiting for the first activation')
    const stop = origin.site.onChange(() => {
      stop()
      void announce()
    })
  }

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    origin.app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_MS + CLOSE_MS).unref()
    await stopOrigin(origin, listening.servers, SHUTDOWN_MS)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
}

start().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exit(1)
})
