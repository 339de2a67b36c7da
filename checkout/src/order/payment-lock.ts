const NAME = 'checkout-payment'

/**
 * Tells other tabs that a payment is being made in this one, until the returned function is called or the
 * tab is gone, however that happened. Without the Web Locks API other tabs only see the stored order.
 */
export function holdPaymentLock(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks()?.request(NAME, () => released)
  return release
}

/** Whether a tab, other than one that is busy itself, is making a payment. */
export async function isPaidElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === NAME)
}

/** Resolves once no tab is making a payment any more. */
export async function whenPaidNowhere(): Promise<void> {
  await locks()?.request(NAME, () => undefined)
}

/** Only a secure page has them. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
