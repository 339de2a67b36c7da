import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'
import { useRef, useState } from 'react'
import { walletMessages } from '../messages'
import { type Attempt, failed, type PanelProps, type PaymentOutcome, unsettled } from '../payment-method'
import { capturePayment, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'

const couldNotCreate = walletMessages.couldNotCreate(walletMessages.createFailed)

type Press = { attempt: Attempt | undefined; isCapturing?: boolean }

/**
 * PayPal repeats errors that we caused; an attempt that is over ignores them (D-44). A declined payment reopens
 * PayPal's window, and its library never answers a capture that it declined itself: the last report counts.
 * https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
 */
export function useWalletFlow({ isBusy, checkCustomer, begin, refuse }: PanelProps) {
  const [isCapturing, setIsCapturing] = useState(false)
  const press = useRef<Press>(undefined)

  const callbacks = {
    // Before the window opens, which would cover the form.
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
      // Another tab may have given the order up or paid it.
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
      // A capture that is never answered may have moved money.
      stop(press.current.isCapturing ? unsettled(message) : failed(message))
    },
  } satisfies PayPalButtonsComponentProps

  function stop(outcome: PaymentOutcome) {
    setIsCapturing(false)
    press.current?.attempt?.end(outcome)
  }

  return { callbacks, isCapturing }
}
