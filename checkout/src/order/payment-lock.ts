import { orderStore } from './order-store'

const NAME = 'checkout-payment'

/**
 * Tells other tabs until the payment has ended, the returned function is called or the tab is gone. Without Web Locks
 * they see the stored order alone.
 */
export function holdPaymentLock(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    const unsubscribe = orderStore.subscribe(({ status }) => {
      if (status !== 'processing') release()
    })
    release = () => {
      unsubscribe()
      resolve()
    }
  })
  void locks()?.request(NAME, () => released)
  return release
}

export async function isPaidElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === NAME)
}

export async function whenPaidNowhere(): Promise<void> {
  await locks()?.request(NAME, () => undefined)
}

/** Secure pages only. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
