import { formatVisits } from './format-visits'

const none = { visits: 0, interactive: 0, failed: 0, cart: 0, payment: 0, apiFailed: 0 }

it('says what visits met, each of those who could meet it', () => {
  expect(formatVisits({ visits: 120, interactive: 110.4, failed: 2.5, cart: 11, payment: 1, apiFailed: 0 })).toBe(
    '120 visits; became interactive 110 (92.0 %), failed 3 (2.1 %), put something into the cart 11 (10.0 %), ' +
      'began a payment 1 (0.9 %), met an error of the API 0 (0.0 %)',
  )
})

it('has no part of nothing', () => {
  expect(formatVisits(none)).toMatch(/^0 visits; became interactive 0, failed 0,/)
})
