import manifest from './release'

it('D3: lets no script of another package in beside a password, an order or a card', () => {
  const shared = manifest.pages.filter((page) => !('isolated' in page))
  expect(shared.map(({ path }) => path)).toEqual(['/cart'])
})

it('D-50, R140, R153: the checkout alone may reach the hosts that both providers document, by https alone', () => {
  const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
  const payPal = ['https://*.paypal.com', 'https://*.paypalobjects.com']
  const policies = manifest.pages.flatMap((page) =>
    'contentSecurityPolicy' in page ? [[page.path, page.contentSecurityPolicy]] : [],
  )
  expect(Object.fromEntries(policies)).toEqual({
    '/checkout': {
      'script-src': [...stripe, ...payPal],
      'style-src': ["'unsafe-inline'", ...payPal],
      'frame-src': [...stripe, 'https://hooks.stripe.com', ...payPal],
      'connect-src': ['https://api.stripe.com', ...payPal],
      'img-src': ['https://*.stripe.com', ...payPal],
    },
  })
})
