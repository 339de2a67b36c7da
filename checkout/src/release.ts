import type { ReleaseManifest } from '@site/shared/release'
import { calls } from './calls'

/**
 * What the two providers need, by their documents: https://docs.stripe.com/security/guide and
 * PayPal's Content-Security-Policy rules for its JavaScript SDK. Nothing else may reach a payment page.
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
        'style-src': ["'unsafe-inline'"],
        'frame-src': [...stripe, 'https://hooks.stripe.com', 'https://*.paypal.com'],
        'connect-src': ['https://api.stripe.com', 'https://*.paypal.com'],
        'img-src': ['https://*.stripe.com', ...payPal],
      },
    },
  ],
  calls,
} satisfies ReleaseManifest
