import type { ReleaseManifest } from '@site/shared/release'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import { calls } from './calls'

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    { module: './sign-in-page', path: '/login', noindex: true },
    { module: './sign-up-page', path: '/signup', noindex: true },
    // Nothing but the providers may reach a payment page, and no other remote's scripts run beside a card form.
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
