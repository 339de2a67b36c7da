import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'
import { useRef, useState } from 'react'
import { walletMessages } from '../messages'
import { failed } from '../outcome'
import type { Attempt, PanelProps } from '../payment-method'
import { capturePayment, endCapture, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'

const couldNotCreate = walletMessages.couldNotCreate(walletMessages.createFailed)

/** One press of PayPal's button; without an attempt the visitor has been told why. */
type Press = { attempt: Attempt | undefined; capturing?: string | undefined }

/**
 * The wallet flow as callbacks of PayPal's buttons. PayPal reports an error we have caused ourselves a
 * second time; an attempt that is over takes no notice of it (D-44).
 *
 * When the money is declined PayPal's window opens again for the same order, and approval or cancellation
 * is reported once more. PayPal's library does so by itself where its own capture is declined, and leaves that
 * capture without an answer for ever: whatever it reports last is what counts, also while a capture runs.
 * https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
 */
export function useWalletFlow({ isBusy, checkCustomer, begin, refuse }: PanelProps) {
  const [isCapturing, setIsCapturing] = useState(false)
  const press = useRef<Press>(undefined)

  const callbacks = {
    // Asked before PayPal opens its window, which would only get in the way of the form.
    onClick: (_data, actions) => (!isBusy && checkCustomer() ? actions.resolve() : actions.reject()),
    async createOrder() {
      press.current = { attempt: undefined }
      const attempt = checkCustomer() ? await begin() : undefined
      if (!attempt) throw new Error('The checkout is not ready for a payment')
      press.current = { attempt }
      const opened = await openPayPalOrder(attempt).catch(() => failed(couldNotCreate))
      if (typeof opened === 'string') return opened
      attempt.end(opened)
      throw new Error('There is no PayPal order to approve')
    },
    async onApprove({ orderID }, actions) {
      const attempt = press.current?.attempt
      // Another tab may have given the order up or paid it: no money may be taken then.
      if (!attempt || attempt.isOver()) return
      setIsCapturing(true)
      const own = { attempt, capturing: orderID }
      press.current = own
      await attempt.run(async () => {
        const captured = await capturePayment(attempt, orderID, async () => (await actions.order?.capture()) ?? {})
        setIsCapturing(false)
        own.capturing = ''
        if (captured !== 'declined') return captured
        actions.restart()
        return undefined
      })
    },
    onCancel() {
      return stop(walletMessages.cancelled)
    },
    onError(error) {
      const message = walletErrorMessage(error, () => walletMessages.error)
      if (press.current) void stop(message)
      else refuse(message)
    },
  } satisfies PayPalButtonsComponentProps

  async function stop(message: string) {
    setIsCapturing(false)
    const { attempt, capturing } = press.current ?? {}
    const taken = attempt && capturing && !attempt.isOver() ? await endCapture(attempt, capturing) : undefined
    await (taken ? attempt?.end(taken) : attempt?.giveUp(message))
  }

  return { callbacks, isCapturing }
}
