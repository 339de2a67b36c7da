import type { ReleaseManifest } from '@site/shared/release'
import { calls } from './calls'

/**
 * What the two providers ask for (docs/decisions/0012). Nothing else may reach a payment page.
 * https://docs.stripe.com/security/guide#content-security-policy
 * https://developer.paypal.com/sdk/js/best-practices
 */
const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
const payPal = ['https://*.paypal.com', 'https://*.paypalobjects.com']

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    { module: './sign-in-page', path: '/login', noindex: true },
    { module: './sign-up-page', path: '/signup', noindex: true },
    {
      module: './checkout-page',
      path: '/checkout',
      noindex: true,
      contentSecurityPolicy: {
        'script-src': [...stripe, ...payPal],
        // PayPal's buttons write inline styles and take a nonce only, which a cached page cannot have.
        'style-src': ["'unsafe-inline'", ...payPal],
        'frame-src': [...stripe, 'https://hooks.stripe.com', ...payPal],
        'connect-src': ['https://api.stripe.com', ...payPal],
        'img-src': ['https://*.stripe.com', ...payPal],
      },
    },
  ],
  calls,
} satisfies ReleaseManifest
