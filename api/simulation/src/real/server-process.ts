import './server-globals'
import type { AddressInfo } from 'node:net'
import { AdminRefusal, createDatabase, type MailMessage } from '@site/api/testing/driven-parts'
import Fastify from 'fastify'
import { buildServer, type ServerDeeds } from '../shop/build-server'
import { createPriceBoard } from '../shop/price-board'
import { post } from './http-call'
import { type ControlReply, job, type ServerJob } from './server-job'

/** One server of the shop in a process of its own; what it is killed in the middle of stays as it is. */

async function serve({ databaseUrl, keys, ports }: ServerJob): Promise<number> {
  const { log } = Fastify({ logger: false })
  const prices = createPriceBoard()
  const addressOf = (port: number) => `http://127.0.0.1:${port}`
  const { app, deeds } = await buildServer({
    database: await createDatabase({ url: databaseUrl }, log),
    keys,
    providers: { stripe: addressOf(ports.stripe), paypal: addressOf(ports.paypal) },
    pricing: prices.pricing,
    send: (message) => send(ports.mail, message),
  })
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-prices'] && !prices.isChanged()) prices.change()
  })
  app.post('/world', async ({ body }) => answer(deeds, body as { deed: keyof ServerDeeds; argument: never }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

async function answer(
  deeds: ServerDeeds,
  { deed, argument }: { deed: keyof ServerDeeds; argument: never },
): Promise<ControlReply> {
  try {
    return { result: await deeds[deed](argument) }
  } catch (error) {
    if (error instanceof AdminRefusal) return { refused: error.message }
    const { name, stack, message } = error instanceof Error ? error : new Error(String(error))
    return { failed: { name, text: stack ?? message } }
  }
}

async function send(port: number, { messageId, to, subject, text }: MailMessage): Promise<void> {
  const { statusCode } = await post(port, '/', { messageId, to, subject, text })
  if (statusCode !== 204) throw new Error('The mail server has not taken the message')
}

// With the world it ends too.
process.stdin.resume().once('end', () => process.exit(1))

serve(job).then(
  (port) => process.stdout.write(`${port}\n`),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
