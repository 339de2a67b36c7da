import * as constants from './constants'

it('R188: holds the figures of the specification', () => {
  expect(constants).toMatchObject({
    CURRENCY: 'GBP',
    VAT_RATE: 0.2,
    MIN_QUANTITY: 1,
    MAX_QUANTITY: 5,
    FIRST_COURSE_ID: 1,
    LAST_COURSE_ID: 27,
    PAYMENT_TIMEOUT_MS: 10_000,
    CART_CLEAR_DELAY_MS: 2_000,
    CHUNK_LOAD_TIMEOUT_MS: 120_000,
    OPENING_HOURS: '09:00 - 17:00',
    OPENS_AT: '09:00',
    CLOSES_AT: '17:00',
    CHAT_RESPONSE_MINUTES: 5,
    HR_REVIEW_WORKING_DAYS: 5,
    STATISTICS: { years: '10+', trained: '5000+', success: '98%', clients: '200+' },
    SAFETY_PLUS: {
      ssp: { price: 299, days: 1, maxStudents: 20, passMark: '70%', validity: '5 years' },
      sssts: { price: 395, days: 2, maxStudents: 16, passMark: '80%', validity: '5 years' },
    },
    TOP_BAR_HEIGHT: 48,
    DRAWER_MAX_WIDTH: 360,
    POPUP_WIDTH: 320,
    PAYPAL_BUTTON_HEIGHT: 55,
    STORAGE_KEYS: { cart: 'cart', token: 'auth_token', user: 'auth_user' },
    STATS_THRESHOLD: 0.3,
    STATS_ROOT_MARGIN: '0px 0px -100px 0px',
    HERO_DELAY_MS: 100,
    COPYRIGHT_YEAR: 2025,
    MEDIUM_BREAKPOINT: 768,
  })
})
