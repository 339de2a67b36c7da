import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'
import { useRef, useState } from 'react'
import { walletMessages } from '../messages'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import type { Attempt, PanelProps } from '../payment-method'
import { capturePayment, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'

const couldNotCreate = walletMessages.couldNotCreate(walletMessages.createFailed)

/** One press of PayPal's button; without an attempt the visitor has been told why. */
type Press = { attempt: Attempt | undefined; isCapturing?: boolean }

/**
 * The wallet flow as callbacks of PayPal's buttons. PayPal reports an error we have caused ourselves a second time; an
 * attempt that is over takes no notice of it (D-44).
 *
 * When the money is declined PayPal's window opens again for the same order, and approval or cancellation is reported
 * once more. PayPal's library does so by itself where its own capture is declined, and never answers that capture:
 * whatever it reports last is what counts.
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
      const attempt = checkCustomer() ? begin() : undefined
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
      press.current = { attempt, isCapturing: true }
      await attempt.run(async () => {
        const captured = await capturePayment(attempt, orderID, async () => (await actions.order?.capture()) ?? {})
        setIsCapturing(false)
        if (captured !== 'declined') return captured
        press.current = { attempt }
        actions.restart()
        return undefined
      })
    },
    onCancel() {
      stop(failed(walletMessages.cancelled))
    },
    onError(error) {
      const message = walletErrorMessage(error, () => walletMessages.error)
      if (!press.current) return refuse(message)
      // Money may have moved by a capture that is never answered.
      stop(press.current.isCapturing ? unsettled(message) : failed(message))
    },
  } satisfies PayPalButtonsComponentProps

  function stop(outcome: PaymentOutcome) {
    setIsCapturing(false)
    press.current?.attempt?.end(outcome)
  }

  return { callbacks, isCapturing }
}
