import { type CartItem, cartStore, dismissPriceChanges } from '@site/shared/cart'
import { totalsOf } from '@site/shared/money'
import { useSearchParams } from '@site/shared/navigation'
import { Button, Spinner } from '@site/shared/ui'
import { useState } from 'react'
import { orderStore, refuse, useOrder } from '../order/order-store'
import { beginAttempt } from '../payment/attempt'
import type { PanelProps, PaymentMethod } from '../payment/payment-method'
import { paymentMethods, preselectedMethod } from '../payment/payment-methods'
import { useLoaded } from '../use-loaded'
import classes from './checkout-form.module.css'
import { CheckoutFrame, SandboxBanner } from './checkout-frame'
import { CustomerForm, checkCustomer } from './customer-form'
import { MethodChoice } from './method-choice'
import { OrderSummary } from './order-summary'
import { PaymentNotice } from './payment-notice'

export function CheckoutForm({ items }: { items: readonly CartItem[] }) {
  const [query] = useSearchParams()
  const [method, setMethod] = useState(() => preselectedMethod(query))
  const { hasTried, ...actions } = usePaymentActions(method)
  const isBusy = useOrder(({ status }) => status === 'processing')
  const order = useOrder((state) => state.order)
  // Another tab may change the cart; the order being paid stays.
  const lines = isBusy && order ? order.lines : items
  const { total } = totalsOf(lines)
  return (
    <CheckoutFrame aside={<OrderSummary lines={lines} hasWayBack />}>
      <SandboxBanner hasHint />
      <CustomerForm isBusy={isBusy} hasTried={hasTried} />
      <section>
        <MethodChoice chosen={method} isBusy={isBusy} onChoose={setMethod} />
        <PaymentNotice method={method} total={total} />
        {paymentMethods.map((each) => (
          <PaymentPanel
            key={each.id}
            method={each}
            isChosen={each === method}
            total={total}
            isBusy={isBusy}
            {...actions}
          />
        ))}
      </section>
    </CheckoutFrame>
  )
}

/** A panel once shown stays, because hiding keeps what was typed in it (D-49). */
function PaymentPanel({ method, isChosen, ...props }: PanelProps & { method: PaymentMethod; isChosen: boolean }) {
  const isWanted = isChosen || method.isLoadedWithPage
  const { value, hasFailed, retry } = useLoaded(`The panel for ${method.label}`, method.loadPanel, isWanted)
  return (
    <div className={classes.panel} hidden={!isChosen}>
      {value && <value.Panel {...props} />}
      {!value && !hasFailed && <Spinner label={`Loading ${method.label}…`} />}
      {hasFailed && (
        <p>
          {method.label} could not be loaded.{' '}
          <Button variant="quiet" size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}

function usePaymentActions({ customerMissing }: PaymentMethod) {
  const [hasTried, setHasTried] = useState(false)
  const check = () => checkCustomer(orderStore.getState().customer, customerMissing)

  return {
    hasTried,
    checkCustomer() {
      const { message } = check()
      setHasTried(true)
      if (message) refuse(message)
      return message === undefined
    },
    begin() {
      // Paying accepts the present prices.
      dismissPriceChanges()
      return beginAttempt(cartStore().getState().items, check().customer)
    },
  }
}
