import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { hasPostgres, startPostgres } from '../../scripts/lib/postgres-server.mjs'
import { environment, root } from '../support/site'
import { expect, test } from '../support/test'
import { buy, type Purchase } from './buyer'
import { startCardProvider, webhookSecret } from './card-provider'
import { startNginx } from './nginx'
import { answers, nginxProgram, type Started, start } from './programs'

const BUYERS = 6
const MIN_PURCHASES = 60
/** `fail_timeout` of `upstream.conf`: until then nginx does not ask a process again that was down. */
const NGINX_GIVES_UP_MS = 1_000

test('behind nginx two API processes on PostgreSQL lose no order and charge nobody twice while each is killed', async ({
  site,
}) => {
  test.skip(!nginxProgram || !hasPostgres, 'NGINX OR POSTGRESQL IS NOT INSTALLED: two processes are not tested')
  test.setTimeout(300_000)
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs'), 'api'], { env: environment, stdio: 'inherit' })
  const folder = path.join(path.dirname(site.directory), 'nginx')
  const pages = path.join(folder, 'made.conf')
  await site.mustRun('nginx', '--out', pages)
  const postgres = await startPostgres()
  const provider = await startCardProvider()
  const ports = [await freePort(), await freePort()]
  const processes = ports.map((port) => startApi(port))

  function startApi(port: number): Started {
    return start(process.execPath, [path.join(root, 'api/dist/server.cjs')], {
      ...environment,
      PORT: String(port),
      SITE_DIR: site.directory,
      DATA_DIR: path.join(folder, `data-${port}`),
      DATABASE_URL: postgres.url,
      AUTH_SECRET: 'a secret that both processes share',
      TRUSTED_PROXIES: '127.0.0.1',
      PAYMENT_INTENTS_PER_MINUTE: '100000',
      STRIPE_SECRET_KEY: 'sk_test_two_processes',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_two_processes',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: provider.url,
      PAYPAL_CLIENT_ID: 'unused',
      PAYPAL_CLIENT_SECRET: 'unused',
      PAYPAL_WEBHOOK_ID: 'unused',
      PAYPAL_API_URL: provider.url,
    })
  }
  const isReady = (index: number) => {
    const running = processes[index]
    if (!running) throw new Error(`There is no process ${index}`)
    return answers(`http://127.0.0.1:${ports[index]}/api/health`, running, [200])
  }
  async function killAndRestart(index: number): Promise<void> {
    const running = processes[index]
    running?.child.kill('SIGKILL')
    await running?.ended
    // Long enough for buyers to meet one process alone.
    await new Promise((resolve) => setTimeout(resolve, 500))
    processes[index] = startApi(ports[index] ?? 0)
    await isReady(index)
    await new Promise((resolve) => setTimeout(resolve, 2 * NGINX_GIVES_UP_MS))
  }

  const nginx = await startNginx({ folder, pages, apiPorts: ports, requestsPerSecond: 5_000 })
  try {
    await Promise.all([isReady(0), isReady(1)])
    provider.tell(`${nginx.url}/api/payments/webhooks/stripe`)
    const purchases: Purchase[] = []
    let isKilling = true
    const buyers = Array.from({ length: BUYERS }, async () => {
      while (isKilling || purchases.length < MIN_PURCHASES) purchases.push(await buy(nginx.url, provider))
    })
    const killing = (async () => {
      for (const index of [0, 1, 0]) {
        const before = purchases.length
        await expect.poll(() => purchases.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
        await killAndRestart(index)
      }
    })().finally(() => {
      isKilling = false
    })
    await Promise.all([...buyers, killing])

    const total = purchases.length
    const repeated = purchases.flatMap((purchase) => purchase.repeated)
    console.log(`${total} purchases while processes were killed; ${repeated.length} calls had to be repeated`)
    for (const told of new Set(repeated)) console.log(told.slice(0, 200))
    expect([...provider.charges.values()]).toEqual(Array(total).fill(1))
    expect(postgres.query('select state, count(*) from orders group by state')).toEqual([`paid|${total}`])
    expect(postgres.query("select count(*) from payments where state = 'succeeded'")).toEqual([`${total}`])
    expect(postgres.query('select count(distinct order_id), count(*) from outbox')).toEqual([`${total}|${total}`])
    const handled = 'select count(*) from provider_events where handled_at is not null'
    await expect.poll(() => postgres.query(handled), { timeout: 60_000 }).toEqual([`${total}`])
    const env = { ...environment, DATABASE_URL: postgres.url }
    const orders = execFileSync(process.execPath, [path.join(root, 'origin/dist/site.cjs'), 'orders'], { env })
    expect(String(orders)).toBe('No order needs attention\n')
  } finally {
    for (const { child } of processes) child.kill('SIGKILL')
    await Promise.all(processes.map(({ ended }) => ended))
    await nginx.stop()
    await provider.stop()
    postgres.stop()
  }
})
