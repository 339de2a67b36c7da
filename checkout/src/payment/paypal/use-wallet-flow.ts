import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'
import { useRef, useState } from 'react'
import { type Attempt, runAttempt } from '../../order/attempt'
import { walletMessages } from '../messages'
import { failed } from '../outcome'
import type { PanelProps } from '../payment-method'
import { capturePayment, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'

const couldNotCreate = walletMessages.couldNotCreate(walletMessages.createFailed)

/** One press of PayPal's button; without an attempt the visitor has been told why. */
type Press = { attempt?: Attempt; isApproved: boolean }

/**
 * The wallet flow as callbacks of PayPal's buttons. PayPal reports an error we have caused ourselves a
 * second time; an attempt that is over takes no notice of it (D-44).
 */
export function useWalletFlow({ isBusy, checkCustomer, begin, refuse }: PanelProps) {
  const [isCapturing, setIsCapturing] = useState(false)
  const press = useRef<Press>(undefined)

  const callbacks = {
    // Asked before PayPal opens its window, which would only get in the way of the form.
    onClick: (_data, actions) => (!isBusy && checkCustomer() ? actions.resolve() : actions.reject()),
    async createOrder() {
      press.current = { isApproved: false }
      const attempt = checkCustomer() ? begin() : undefined
      if (!attempt) throw new Error('The checkout is not ready for a payment')
      press.current = { attempt, isApproved: false }
      const opened = await openPayPalOrder(attempt).catch(() => failed(couldNotCreate))
      if (typeof opened === 'string') return opened
      attempt.end(opened)
      throw new Error('There is no PayPal order to approve')
    },
    async onApprove({ orderID }, actions) {
      const attempt = press.current?.attempt
      if (!attempt) return
      press.current = { attempt, isApproved: true }
      setIsCapturing(true)
      await runAttempt(attempt, () =>
        capturePayment(attempt, orderID, async () => (await actions.order?.capture()) ?? {}),
      )
      setIsCapturing(false)
    },
    onCancel() {
      stop(walletMessages.cancelled)
    },
    onError(error) {
      const message = walletErrorMessage(error, () => walletMessages.error)
      if (press.current) stop(message)
      else refuse(message)
    },
  } satisfies PayPalButtonsComponentProps

  /** Once the buyer has approved, only the capture decides. */
  function stop(message: string) {
    if (!press.current?.isApproved) press.current?.attempt?.end(failed(message))
  }

  return { callbacks, isCapturing }
}
