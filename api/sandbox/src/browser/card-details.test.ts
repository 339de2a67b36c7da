import { findError, formatCvc, formatExpiry, formatNumber, isComplete } from './card-details'

const today = new Date('2026-07-31')
const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }

describe('the card fields of the sandbox', () => {
  it.each([
    [formatNumber, '4242424242424242', '4242 4242 4242 4242'],
    [formatNumber, '42424', '4242 4'],
    [formatNumber, '378282246310005', '3782 822463 10005'],
    [formatNumber, '42424242424242421', '4242 4242 4242 4242'],
    [formatExpiry, '1240', '12 / 40'],
    [formatExpiry, '4', '04'],
    [formatCvc, '12a345', '1234'],
  ])('%p shows %p as %p', (format, typed, shown) => {
    expect(format(typed)).toBe(shown)
  })

  it('say nothing of what is still being typed', () => {
    expect(findError({ number: '4242', expiry: '1', cvc: '' }, today)).toBeUndefined()
    expect(isComplete({ ...card, cvc: '12' })).toBe(false)
  })

  it.each([
    ['a wrong check digit', { number: '4242 4242 4242 4241' }, 'invalid_number'],
    ['a real card', { number: '4012 8888 8888 1881' }, 'invalid_number'],
    ['a month that does not exist', { expiry: '13 / 40' }, 'invalid_expiry_month'],
    ['a month that is over', { expiry: '06 / 26' }, 'invalid_expiry_year_past'],
  ])('refuse %s', (_name, changes, code) => {
    expect(findError({ ...card, ...changes }, today)).toMatchObject({ code })
  })

  it('take a test card until the end of its month', () => {
    expect(findError({ ...card, expiry: '07 / 26' }, today)).toBeUndefined()
    expect(isComplete(card)).toBe(true)
  })
})
