import { payPalOptions } from './paypal-panel'

const common = {
  currency: 'GBP',
  intent: 'capture',
  components: 'buttons',
  enableFunding: 'venmo,paylater,card',
}

it('R153, D-41: asks PayPal’s own host for the script', () => {
  expect(payPalOptions({ sandbox: false, paypalClientId: 'client-1' })).toEqual({
    ...common,
    clientId: 'client-1',
  })
})
