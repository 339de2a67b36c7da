import type { ReleaseManifest } from '@site/shared/release'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import { calls } from './calls'

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    // No other remote's scripts run beside a password, an order or a card form.
    { module: './sign-in-page', path: '/login', noindex: true, isolated: true },
    { module: './sign-up-page', path: '/signup', noindex: true, isolated: true },
    { module: './account-page', path: '/account', noindex: true, isolated: true },
    {
      module: './order-page',
      path: '/account/orders/order',
      fallback: { below: '/account/orders', status: 200 },
      noindex: true,
      isolated: true,
    },
    { module: './reset-page', path: '/reset-password', noindex: true, isolated: true },
    // Nothing but the providers reaches a payment page.
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
