import { needsOwnDocument } from './use-checkout-view'

function loadedFrom(...addresses: string[]) {
  const getEntriesByType = (type: string) => (type === 'navigation' ? addresses.map((name) => ({ name })) : [])
  Object.assign(performance, { getEntriesByType })
}

it.each([
  ['https://example.com/courses', true],
  ['https://example.com/checkout-x', true],
  ['https://example.com/checkout', false],
  ['https://example.com/checkout?method=paypal', false],
])('D-50: a document from %s lacks the policy of the checkout: %p', (address, expected) => {
  loadedFrom(address)
  expect(needsOwnDocument({ sandbox: false })).toBe(expected)
  expect(needsOwnDocument({ sandbox: true })).toBe(false)
})

it('D-50: does not load again where the browser does not tell', () => {
  loadedFrom()
  expect(needsOwnDocument({ sandbox: false })).toBe(false)
})
