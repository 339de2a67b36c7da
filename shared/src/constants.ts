/** Business constants of the whole site (R188); sizes that styles alone need are tokens. */

export const CURRENCY = 'GBP'
/** Fraction of the subtotal. */
export const VAT_RATE = 0.2

export const MIN_QUANTITY = 1
export const MAX_QUANTITY = 5

/** ms. */
export const PAYMENT_TIMEOUT_MS = 10_000
export const CART_CLEAR_DELAY_MS = 2_000
export const CHUNK_LOAD_TIMEOUT_MS = 120_000

export const OPENS_AT = '09:00'
export const CLOSES_AT = '17:00'
export const CHAT_RESPONSE_MINUTES = 5
export const HR_REVIEW_WORKING_DAYS = 5

export const STATISTICS = { years: '10+', trained: '5000+', success: '98%', clients: '200+' } as const

/** Share of the block in view, and the margin that delays it (R46). */
export const STATS_THRESHOLD = 0.3
export const STATS_ROOT_MARGIN = '0px 0px -100px 0px'

/** CSS pixels. */
export const PAYPAL_BUTTON_HEIGHT = 55
export const MEDIUM_BREAKPOINT = 768

export const STORAGE_KEYS = { cart: 'cart', token: 'auth_token', user: 'auth_user' } as const

export const COPYRIGHT_YEAR = 2025

/** Prices in pounds (R69, R70). */
export const SAFETY_PLUS = {
  ssp: { id: 17, title: 'Site Safety Plus (SSP)', price: 299, maxStudents: 20, passMark: '70%', validity: '5 years' },
  sssts: {
    id: 2,
    title: 'Site Supervisor Safety Training Scheme (SSSTS)',
    price: 395,
    maxStudents: 16,
    passMark: '80%',
    validity: '5 years',
  },
} as const
