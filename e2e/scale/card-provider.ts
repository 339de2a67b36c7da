import { createRequire } from 'node:module'

/** This folder holds ES modules, and Playwright makes a CommonJS module of the sandbox. */
const { startSandbox }: typeof import('@site/sandbox') = createRequire(import.meta.url)('@site/sandbox')

const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, name: 'Ada Marsh', email: 'ada@example.com' }

/** The stand-in of the card provider, outside of every process that is killed. */
export async function startCardProvider() {
  let webhookUrl = ''
  const { providers, stripe, close } = await startSandbox({
    log: { warn: () => {} },
    post: async (_provider, body, headers) => (await fetch(webhookUrl, { method: 'POST', headers, body })).status,
  })
  return {
    ...providers.stripe,
    /** Where the shop is notified of paid intents. */
    notify(url: string): void {
      webhookUrl = url
    },
    /** What the buyer's browser does with the client secret: the money moves. */
    pay(clientSecret: string): string {
      const [id = ''] = clientSecret.split('_secret_')
      const method = Object(stripe.createMethod(card).body).id
      const { status, body } = stripe.confirm(id, clientSecret, String(method))
      if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(body)}`)
      return id
    },
    /** How often each payment was charged. */
    charges: () => stripe.intents.all().flatMap(({ charges }) => (charges > 0 ? [charges] : [])),
    stop: close,
  }
}
