import * as constants from './constants'
import { blogPostPath } from './paths'

it('R188: the constants of the business are those of the specification', () => {
  expect(constants).toMatchObject({
    CURRENCY: 'GBP',
    VAT_RATE: 0.2,
    MIN_QUANTITY: 1,
    MAX_QUANTITY: 5,
    PAYMENT_TIMEOUT_MS: 10_000,
    CART_CLEAR_DELAY_MS: 2_000,
    CHUNK_LOAD_TIMEOUT_MS: 120_000,
    OPENS_AT: '09:00',
    CLOSES_AT: '17:00',
    CHAT_RESPONSE_MINUTES: 5,
    HR_REVIEW_WORKING_DAYS: 5,
    STATISTICS: { years: '10+', trained: '5000+', success: '98%', clients: '200+' },
    PAYPAL_BUTTON_HEIGHT: 55,
    STORAGE_KEYS: { cart: 'cart', token: 'auth_token' },
  })
})

it.each([
  ['1', '/blog/1'],
  ['../cart', '/blog/..%2Fcart'],
])('R77: the address of post %p is %p', (id, expected) => {
  expect(blogPostPath(id)).toBe(expected)
})
