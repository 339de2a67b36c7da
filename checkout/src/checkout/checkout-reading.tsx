import { company } from '@site/shared/company'
import { Spinner } from '@site/shared/ui'
import { CheckoutFrame } from './checkout-frame'

export function CheckoutReading() {
  return (
    <CheckoutFrame>
      <Spinner label="Loading your order…" />
      <noscript>
        <p>{`Paying online needs JavaScript. You can also book by phone on ${company.phone.display} or by e-mail to ${company.email}.`}</p>
      </noscript>
    </CheckoutFrame>
  )
}
