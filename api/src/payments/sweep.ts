import type { Provider } from '@site/providers/gateway'
import { databaseTime } from '../database/database'
import type { PaymentServices } from './shared/payment-services'
import { sweepProvider } from './sweep-provider'
import { endUnpaidOrders } from './unpaid-orders'

const EVERY_MS = 30_000
const providers: readonly Provider[] = ['stripe', 'paypal']

/**
 * Finds what neither the browser nor a webhook told us. Providers are asked side by side, each in its own
 * time: what one does never delays the other.
 */
export async function sweep(services: PaymentServices, now = Date.now()): Promise<void> {
  await Promise.all(providers.map((provider) => sweepProvider(services, provider, now)))
  await endUnpaidOrders(services, now)
}

/** Sweeps now and every half minute until the returned function is called; one sweep of each kind at a time. */
export function startSweeping(services: PaymentServices, everyMs = EVERY_MS): () => Promise<void> {
  const stops = [
    ...providers.map((provider) =>
      repeat(services, everyMs, async () => sweepProvider(services, provider, await now(services))),
    ),
    repeat(services, everyMs, async () => endUnpaidOrders(services, await now(services))),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const now = ({ database }: PaymentServices) => databaseTime(database.queries())

function repeat({ database, log }: PaymentServices, everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isStopped = false
  const run = () => {
    if (isStopped) return
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'the payment sweep was interrupted'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  void database.opened.then(run)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
