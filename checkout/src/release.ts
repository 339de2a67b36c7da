import type { ReleaseManifest } from '@site/shared/release'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import { calls } from './calls'

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    { module: './sign-in-page', path: '/login', noindex: true },
    { module: './sign-up-page', path: '/signup', noindex: true },
    { module: './account-page', path: '/account', noindex: true },
    {
      module: './order-page',
      path: '/account/orders/order',
      fallback: { below: '/account/orders', status: 200 },
      noindex: true,
    },
    { module: './reset-page', path: '/reset-password', noindex: true },
    // Nothing but the providers reaches a payment page; no other remote's scripts run beside a card form.
    {
      module: './checkout-page',
      path: '/checkout',
      noindex: true,
      isolated: true,
      contentSecurityPolicy: thirdPartyHosts.checkout,
    },
  ],
  calls,
} satisfies ReleaseManifest
