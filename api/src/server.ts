import Fastify from 'fastify'
import { buildApi } from './app'
import { readConfig } from './config'

/** The API by itself, in any number of copies beside one database. */
async function start(): Promise<void> {
  const { port, host, logLevel } = readConfig()
  const app = Fastify({ logger: { level: logLevel } })
  await app.register(buildApi(), { prefix: '/api' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close())
  await app.listen({ port, host })
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
