import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

type Provider = { pay: (clientSecret: string) => string }
export type Purchase = { orderId: string; repeated: string[] }

const MAX_TRIES = 8

/** Buys over HTTP as the page does, and repeats unanswered calls with the same order id. */
export async function buy(url: string, provider: Provider): Promise<Purchase> {
  const orderId = `order_${Date.now()}_${randomUUID().slice(0, 8)}`
  const repeated: string[] = []

  async function post(path: string, body: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(`${url}/api/payments/${path}`, body)
      if (answer.status === 200) return answer.body
      const answered = `${path}: ${answer.status} ${JSON.stringify(answer.body)}`
      if (attempt === MAX_TRIES) throw new Error(`${orderId}: ${answered}`)
      repeated.push(answered)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  const customer = { customerEmail: `${orderId}@example.com`, customerName: 'Ada Marsh', description: 'One course' }
  const items = [{ id: 1, quantity: 1, price: 99 }]
  const intent = await post('create-payment-intent', {
    ...customer,
    orderId,
    items,
    amount: 119,
    currency: 'gbp',
    paymentMethodId: 'pm_card_visa',
  })
  const paymentIntentId = provider.pay(secretOf(intent))
  await post('confirm-stripe-payment', { paymentIntentId, orderId })
  return { orderId, repeated }
}

function secretOf(answer: unknown): string {
  const text = JSON.stringify(answer)
  const secret = /"clientSecret":"([^"]+)"/.exec(text)?.[1]
  if (!secret) throw new Error(`No client secret in ${text}`)
  return secret
}

async function send(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  try {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'site' }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}

/** Playwright compiles the sandbox to CommonJS. */
const { startSandbox }: typeof import('@site/sandbox') = createRequire(import.meta.url)('@site/sandbox')

const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, name: 'Ada Marsh', email: 'ada@example.com' }

/** Starts the fake card provider in a process that no test kills. */
export async function startCardProvider() {
  let webhookUrl = ''
  const { providers, stripe, close } = await startSandbox({
    log: { warn: () => {} },
    post: async (_provider, body, headers) => (await fetch(webhookUrl, { method: 'POST', headers, body })).status,
  })
  return {
    ...providers.stripe,
    notify(url: string): void {
      webhookUrl = url
    },
    pay(clientSecret: string): string {
      const [id = ''] = clientSecret.split('_secret_')
      const method = Object(stripe.createMethod(card).body).id
      const { status, body } = stripe.confirm(id, clientSecret, String(method))
      if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(body)}`)
      return id
    },
    charges: () => stripe.intents.all().flatMap(({ charges }) => (charges > 0 ? [charges] : [])),
    stop: close,
  }
}
