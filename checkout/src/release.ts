import type { ReleaseManifest } from '@site/shared/release'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import { calls } from './calls'

/** No other remote's scripts run beside a password, an order or a card form. */
const secret = { noindex: true, isolated: true }
const orderPath = { path: '/account/orders/order', fallback: { below: '/account/orders', status: 200 } } as const

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    { module: './sign-in-page', path: '/login', ...secret },
    { module: './sign-up-page', path: '/signup', ...secret },
    { module: './account-page', path: '/account', ...secret },
    { module: './order-page', ...orderPath, ...secret },
    { module: './reset-page', path: '/reset-password', ...secret },
    // Nothing but the providers reaches a payment page.
    { module: './checkout-page', path: '/checkout', ...secret, contentSecurityPolicy: thirdPartyHosts.checkout },
  ],
  calls,
} satisfies ReleaseManifest
