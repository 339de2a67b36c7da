import type { PolicyHosts } from './release/release-policy'

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
const payPal = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/**
 * Every host beyond our own that a page of ours may reach, by package. Its releases name them, and a new site grants them;
 * one that is there already keeps to what its operator granted.
 */
export const thirdPartyHosts = {
  /** The map of `/contact` (D-24), which a visitor may reach from any page without a new document. */
  shell: { 'frame-src': ['https://www.openstreetmap.org'] },
  /**
   * What the two providers of payments ask for (docs/reference/page-content.md).
   * https://docs.stripe.com/security/guide#content-security-policy
   * https://developer.paypal.com/sdk/js/best-practices
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
