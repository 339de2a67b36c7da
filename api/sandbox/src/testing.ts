// What a test of a shop needs besides the running sandbox: to report what a provider would, signed as it signs.
export type { Funding } from './fake-paypal'
export { takenByDispute } from './paypal-objects'
export { showIntent } from './stripe-objects'
export { signPayPal, signStripe } from './webhook-sender'
