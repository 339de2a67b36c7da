import { type Answer, noResponse, notPaid, refused } from '../../testing/attempt'

type Row = [string, Answer, string]

const changed = 'The price of your basket has changed'

export const creationCases: Row[] = [
  ['R178', refused(422, changed), `Could not create PayPal order: ${changed}`],
  ['R176', { status: 502, body: '<html>' }, 'Could not create PayPal order: Failed to create PayPal order'],
  ['R176', noResponse, 'Could not create PayPal order: Failed to create PayPal order'],
  ['R177', { body: {} }, 'Could not create PayPal order: Invalid response from server'],
  [
    'R177',
    { body: { data: { paypalOrderId: '<script>' } } },
    'Could not create PayPal order: Invalid response from server',
  ],
]

export const captureCases: Row[] = [
  ['R180', refused(503, 'Ask again.'), 'Payment failed: Ask again.'],
  ['R180', notPaid, 'Payment failed: Not paid.'],
  ['R179', { status: 500, body: '' }, 'Payment failed: Failed to capture PayPal payment'],
  ['R179', noResponse, 'Payment failed: Failed to capture PayPal payment'],
]
