import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signRelease } from '../../kit/release/sign-release.mjs'
import { ensurePostgres } from '../../scripts/machine/postgres-programs.mjs'
import { startLoad, startVisits } from '../support/load.mjs'
import type { Change } from '../support/release-copy'
import { paths } from '../support/routes'
import { type PackageName, packages } from '../support/site'
import { expect, test } from '../support/test'
import { createStage, findNginx, type Machine } from './stage'

/** Playwright compiles the sandbox to CommonJS. */
const { startSandbox }: typeof import('@site/sandbox') = createRequire(import.meta.url)('@site/sandbox')

const MAX_TRIES = 8
const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, name: 'Ada Marsh', email: 'ada@example.com' }

/** Starts the fake card provider in a process that no test kills. */
async function startCardProvider() {
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

/** Buys over HTTP as the page does. @returns the calls that it repeated, with the same order id */
async function buy(url: string, pay: (clientSecret: string) => string): Promise<string[]> {
  const orderId = `order_${Date.now()}_${randomUUID().slice(0, 8)}`
  const repeated: string[] = []

  async function post(path: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'site' }
    const sent = { method: 'POST', headers, body: JSON.stringify({ ...body, orderId }) }
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const signal = AbortSignal.timeout(10_000)
      const answered = await fetch(`${url}/api/payments/${path}`, { ...sent, signal }).then(
        async (response) => `${response.status} ${await response.text()}`,
        (error) => String(error),
      )
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
  await post('confirm-stripe-payment', { paymentIntentId: pay(secret) })
  return repeated
}

/** `CHANGES=20 npm test -- --only nightly` is the whole promise. */
const CHANGES = Number(process.env.CHANGES ?? 3)
const CONNECTIONS = 50
const BUYERS = 6
const FEWEST_PURCHASES = 40
const CHANGEOVER_MS = 10_000

test('from empty machines: an operator activates signed releases and takes them back, origins outlive their database and each other', async ({
  site,
}) => {
  const hasPrograms = findNginx() && ensurePostgres()
  test.skip(!hasPrograms, 'NGINX OR POSTGRESQL CANNOT BE INSTALLED: several machines are not tested')
  test.setTimeout(600_000 + CHANGES * 20_000)
  const folder = path.join(path.dirname(site.directory), 'machines')
  const stage = await createStage(folder)
  const { postgres, operate } = stage
  const provider = await startCardProvider()
  const origins: Machine[] = []
  const ofAll = (work: (origin: Machine) => Promise<void>) => Promise.all(origins.map(work))
  let url = ''
  let earlier = 0

  async function changeOver(...args: string[]): Promise<string> {
    await operate(...args)
    const [live = ''] = postgres.query("select pointer ->> 'live' from site_live")
    await ofAll(async ({ url }) => {
      const read = async () => Object(await (await fetch(`${url}/composition.json`)).json()).number
      await expect.poll(read, { timeout: CHANGEOVER_MS, intervals: [20] }).toBe(Number(live))
    })
    return live
  }

  try {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const keyFile = path.join(folder, 'team.pem')
    await writeFile(keyFile, publicKey.export({ format: 'pem', type: 'spki' }))
    async function publish(name: PackageName, version: string, change?: Change): Promise<void> {
      const dist = await site.copyRelease(name, version, change)
      await signRelease(dist, key)
      await operate('publish', name, '--from', dist)
    }

    await test.step('two empty origins come up behind the balancer and show what the operator activates', async () => {
      const keys = {
        PAYMENT_INTENTS_PER_MINUTE: '100000',
        CONFIRMS_PER_ADDRESS: '100000',
        STRIPE_SECRET_KEY: provider.secretKey,
        STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
        STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
        STRIPE_API_URL: provider.apiUrl,
        PAYPAL_CLIENT_ID: 'unused',
        PAYPAL_CLIENT_SECRET: 'unused',
        PAYPAL_WEBHOOK_ID: 'unused',
        PAYPAL_API_URL: provider.apiUrl,
      }
      for (let count = 0; count < 2; count += 1) origins.push(await stage.addOrigin(keys))
      url = await stage.startBalancer()
      const names = ['--stripe-publishable-key', provider.publishableKey, '--paypal-client-id', 'unused']
      await operate('settings', '--public-url', url, ...names)
      for (const name of packages) {
        await operate('keys', 'add', name, keyFile)
        await publish(name, '2.0.0')
      }
      expect(await changeOver('activate', ...packages.map((name) => `${name}@2.0.0`))).toBe('1')
      await ofAll((origin) => origin.has('/readyz', 200))
    })
    provider.notify(`${url}/api/payments/webhooks/stripe`)

    await test.step('a release goes live and is taken back while visitors read: nothing fails, no script is missing', async () => {
      const everywhere = [{ from: '"Available Courses"', to: '"Courses of 2.1.0"' }]
      await publish('catalog', '2.1.0', { everywhere })
      const load = startLoad(url, [...paths, '/courses?category=food'], CONNECTIONS)
      const visits = startVisits(url, ['/courses', '/', '/checkout'])
      for (let change = 1; change <= CHANGES; change += 1) {
        await changeOver('activate', 'catalog@latest')
        expect(await (await fetch(`${url}/courses`)).text()).toContain('Courses of 2.1.0')
        await expect.poll(visits.versions, { timeout: 60_000 }).toContain('catalog@2.1.0')
        expect(await changeOver('rollback')).toBe('1')
      }
      const [asked, visited] = await Promise.all([load.stop(), visits.stop()])
      expect(asked.failures).toBe(0)
      expect(visited.failures).toEqual([])
      expect(asked.answered).toBeGreaterThan(CONNECTIONS)
      expect(visited.versions).toEqual(expect.arrayContaining(['catalog@2.0.0', 'catalog@2.1.0']))
    })

    await test.step('a rolling upgrade: each origin is stopped and started again while visitors read and buy; nothing fails', async () => {
      const load = startLoad(url, paths, CONNECTIONS)
      const visits = startVisits(url, ['/courses', '/', '/checkout'])
      const purchases: string[][] = []
      let isUpgrading = true
      const buying = (async () => {
        while (isUpgrading) purchases.push(await buy(url, provider.pay))
      })()
      for (const origin of origins) {
        await origin.kill('SIGTERM')
        origin.start()
        await origin.has('/servez', 200)
        await origin.has('/readyz', 200)
        // nginx avoids a lost origin for a second.
        await delay(2_000)
      }
      isUpgrading = false
      await buying
      const [asked, visited] = await Promise.all([load.stop(), visits.stop()])
      expect(asked.failures).toBe(0)
      expect(visited.failures).toEqual([])
      expect(purchases.length).toBeGreaterThan(0)
      expect(purchases.flat()).toEqual([])
      earlier = purchases.length
    })

    await test.step('the database goes away: pages stay, an origin starts and serves', async () => {
      postgres.crash()
      for (const address of paths) expect((await fetch(url + address)).status, address).toBe(200)
      await origins[0]?.kill()
      expect((await fetch(`${url}/courses`)).status).toBe(200)
      origins[0]?.start()
      await origins[0]?.has('/servez', 200)
      await origins[0]?.has('/courses', 200)
      await origins[0]?.has('/readyz', 503)
      postgres.start()
      await ofAll((origin) => origin.has('/readyz', 200))
    })

    await test.step('each origin is killed while visitors buy: no order is lost, nobody is charged twice', async () => {
      const purchases: string[][] = []
      let isKilling = true
      const buyers = Array.from({ length: BUYERS }, async () => {
        while (isKilling || purchases.length < FEWEST_PURCHASES) purchases.push(await buy(url, provider.pay))
      })
      const killing = (async () => {
        for (const origin of origins) {
          const before = purchases.length
          await expect.poll(() => purchases.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
          await origin.kill()
          const alone = purchases.length
          await expect.poll(() => purchases.length, { timeout: 60_000 }).toBeGreaterThan(alone + BUYERS)
          origin.start()
          await origin.has('/readyz', 200)
        }
      })().finally(() => {
        isKilling = false
      })
      await Promise.all([...buyers, killing])
      const total = earlier + purchases.length
      test.info().annotations.push({ type: 'repeated calls', description: purchases.flat().join('\n') })
      expect(provider.charges()).toEqual(Array(total).fill(1))
      expect(postgres.query('select state, count(*) from orders group by state')).toEqual([`paid|${total}`])
      expect(postgres.query("select count(*) from payments where state = 'succeeded'")).toEqual([`${total}`])
      const mails = 'select count(distinct order_id), count(*) from outbox'
      expect(postgres.query(mails)).toEqual([`${total}|${2 * total}`])
      const handled = 'select count(*) from provider_events where handled_at is not null'
      await expect.poll(() => postgres.query(handled), { timeout: 60_000 }).toEqual([`${total}`])
      expect(await operate('orders')).toContain('No order needs attention\n')
    })
  } finally {
    await provider.stop()
    await stage.stop()
  }
})
