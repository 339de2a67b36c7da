/** Who takes the money. */
export type Provider = 'stripe' | 'paypal'
