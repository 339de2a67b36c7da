import type { CartItem } from '@site/shared/cart'
import { totalsOf } from '@site/shared/money'
import { useSearchParams } from '@site/shared/navigation'
import { useState } from 'react'
import { useOrder } from '../order/order-store'
import { paymentMethods, preselectedMethod } from '../payment/payment-methods'
import { CheckoutFrame } from './checkout-frame'
import { CustomerForm } from './customer-form'
import { MethodChoice } from './method-choice'
import { OrderSummary } from './order-summary'
import { PaymentNotice } from './payment-notice'
import { PaymentPanel } from './payment-panel'
import { SandboxBanner } from './sandbox-banner'
import { usePaymentDesk } from './use-payment-desk'

export function CheckoutForm({ items }: { items: readonly CartItem[] }) {
  const [query] = useSearchParams()
  const [method, setMethod] = useState(() => preselectedMethod(query))
  const { hasTried, ...desk } = usePaymentDesk(method)
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
        <MethodChoice methods={paymentMethods} chosen={method} isBusy={isBusy} onChoose={setMethod} />
        <PaymentNotice method={method} total={total} />
        {paymentMethods.map((each) => (
          <PaymentPanel
            key={each.id}
            method={each}
            isChosen={each === method}
            total={total}
            isBusy={isBusy}
            {...desk}
          />
        ))}
      </section>
    </CheckoutFrame>
  )
}
