import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'

/** Playwright compiles the sandbox to CommonJS. */
const { startSandbox }: typeof import('@site/sandbox') = createRequire(import.meta.url)('@site/sandbox')

export type Purchase = { orderId: string; repeated: string[] }

const MAX_TRIES = 8
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

type Provider = Pick<Awaited<ReturnType<typeof startCardProvider>>, 'pay'>

/** Buys over HTTP as the page does, and repeats unanswered calls with the same order id. */
export async function buy(url: string, provider: Provider): Promise<Purchase> {
  const orderId = `order_${Date.now()}_${randomUUID().slice(0, 8)}`
  const repeated: string[] = []

  async function post(path: string, body: object): Promise<string> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const answered = await send(`${url}/api/payments/${path}`, { ...body, orderId })
      if (answered.startsWith('200 ')) return answered
      repeated.push(`${path}: ${answered}`)
      await delay(250)
    }
    throw new Error(`${orderId}: ${repeated.at(-1)}`)
  }

  const intent = await post('create-payment-intent', {
    customerEmail: `${orderId}@example.com`,
    customerName: 'Ada Marsh',
    description: 'One course',
    items: [{ id: 1, quantity: 1, price: 99 }],
    amount: 119,
    currency: 'gbp',
    paymentMethodId: 'pm_card_visa',
  })
  const secret = /"clientSecret":"([^"]+)"/.exec(intent)?.[1]
  if (!secret) throw new Error(`No client secret in ${intent}`)
  await post('confirm-stripe-payment', { paymentIntentId: provider.pay(secret) })
  return { orderId, repeated }
}

async function send(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'site' }
  const signal = AbortSignal.timeout(10_000)
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).then(
    async (response) => `${response.status} ${await response.text()}`,
    (error) => String(error),
  )
}
