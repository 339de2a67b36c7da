import { company } from '@site/shared/company'
import { siteConfig } from '@site/shared/site-config'
import { PageOpening, Spinner } from '@site/shared/ui'
import type { ReactNode } from 'react'
import classes from './checkout.module.css'
import { Progress } from './next-steps'

export function CheckoutFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <>
      <PageOpening title="Checkout" lead="Complete your order and choose your payment method">
        <Progress at="Details" />
      </PageOpening>
      <div className={classes.content}>
        <div className={classes.columns}>
          {aside && <div className={classes.aside}>{aside}</div>}
          <div className={classes.main}>{children}</div>
        </div>
      </div>
    </>
  )
}

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

export function SandboxBanner({ hasHint = false }: { hasHint?: boolean }) {
  if (!siteConfig().sandbox) return null
  return (
    <p className={classes.banner}>
      <strong>Sandbox: no money moves</strong>
      {hasHint && <span>Card 4242 4242 4242 4242, any future date and code</span>}
    </p>
  )
}
