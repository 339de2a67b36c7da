import type { PolicyHosts } from './release/release-policy'

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
const payPal = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/**
 * Hosts beyond our own that pages may reach, by package. A new site grants them; an existing one keeps its operator's
 * grants.
 */
export const thirdPartyHosts = {
  /**
   * docs/reference/page-content.md, https://docs.stripe.com/security/guide#content-security-policy,
   * https://developer.paypal.com/sdk/js/best-practices/
   */
  checkout: {
    'script-src': [...stripe, ...payPal],
    // PayPal's buttons write inline styles and take a nonce only, which a cached page cannot have.
    'style-src': ["'unsafe-inline'", ...payPal],
    'frame-src': [...stripe, 'https://hooks.stripe.com', ...payPal],
    'connect-src': ['https://api.stripe.com', ...payPal],
    'img-src': ['https://*.stripe.com', ...payPal],
  },
} satisfies Record<string, PolicyHosts>
