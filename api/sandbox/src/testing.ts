export type { Funding } from './fake-paypal'
export { takenByDispute } from './paypal-objects'
export { showIntent } from './stripe-objects'
export { signPayPal, signStripe } from './webhook-sender'
