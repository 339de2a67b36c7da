import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../../scripts/lib/free-port.mjs'

type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  client_secret: string
  currency: string
  livemode: false
  metadata: Record<string, string>
  status: 'requires_payment_method' | 'succeeded' | 'canceled'
}

export const webhookSecret = 'whsec_for_this_test'

/**
 * The part of Stripe's HTTP API that a purchase needs, outside of every process that is killed: the same
 * idempotency key gives the same intent, and the shop is notified of a paid one by a signed webhook.
 */
export async function startCardProvider() {
  const intents = new Map<string, Intent>()
  const byKey = new Map<string, Intent>()
  const charges = new Map<string, number>()
  let webhookUrl: string | undefined

  function create(form: URLSearchParams): Intent {
    const id = `pi_${randomUUID().replaceAll('-', '')}`
    const fields = [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key ? [[key, value] as const] : []
    })
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      client_secret: `${id}_secret_${randomUUID()}`,
      currency: form.get('currency') ?? '',
      livemode: false,
      metadata: Object.fromEntries(fields),
      status: 'requires_payment_method',
    }
    intents.set(id, intent)
    return intent
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const [, id, action] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    const form = new URLSearchParams(await readText(request))
    const key = String(request.headers['idempotency-key'] ?? '')
    const found = id ? intents.get(id) : byKey.get(key)
    if (id && !found) return reply(response, 404, { error: { code: 'resource_missing', message: 'No such intent' } })
    const intent = found ?? create(form)
    if (!id) byKey.set(key, intent)
    if (action === 'cancel' && intent.status !== 'succeeded') intent.status = 'canceled'
    reply(response, 200, intent)
  }

  async function notifyShop(intent: Intent): Promise<void> {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'payment_intent.succeeded', livemode: false }
    const body = JSON.stringify({ ...event, created: 0, data: { object: intent } })
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const time = Math.floor(Date.now() / 1_000)
      const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
      const status = await fetch(webhookUrl ?? '', { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    /** Where the shop is notified of paid intents. */
    notify(url: string): void {
      webhookUrl = url
    },
    /** What the buyer's browser does with the client secret: the money moves. */
    pay(clientSecret: string): string {
      const intent = [...intents.values()].find((one) => one.client_secret === clientSecret)
      if (intent?.status !== 'requires_payment_method') throw new Error(`The intent is ${intent?.status}`)
      intent.status = 'succeeded'
      intent.amount_received = intent.amount
      const orderId = intent.metadata.order ?? ''
      charges.set(orderId, (charges.get(orderId) ?? 0) + 1)
      if (webhookUrl) void notifyShop({ ...intent })
      return intent.id
    },
    /** How often each order was charged. */
    charges,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
