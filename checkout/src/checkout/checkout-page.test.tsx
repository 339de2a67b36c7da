import { cartStore } from '@site/shared/cart'
import { sessionStore } from '@site/shared/session'
import { hydratePage, translatePage } from '@site/shared/testing'
import { act, screen, within } from '@testing-library/react'
import { line, openCheckoutPage, payButton, setUpCheckout } from '../testing/checkout'
import { card, wallet } from '../testing/providers'

const awareness = line(1, 'CITB Health & Safety Awareness', 99)
const firstAid = line(8, 'First Aid at Work', 299, 2)
const user = { firstName: 'Grace', lastName: 'Hill', email: 'grace@example.com' }

const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }))

setUpCheckout()

it('R123, R124: the server shows the header and calls the unread cart neither empty nor full', async () => {
  const load = () => import('./checkout-page')
  const address = { path: '/checkout', at: '/checkout?method=paypal' }
  const { serverText, html } = await hydratePage(load, address)
  expect(serverText).toContain('Checkout')
  expect(serverText).toContain('Complete your order and choose your payment method')
  expect(serverText).toContain('Loading your order…')
  expect(serverText).not.toMatch(/empty/i)
  expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/)
  expect(html).not.toMatch(/ style=/)
})

describe('an empty cart', () => {
  it('R124: leads to the courses, with a spinner meanwhile', async () => {
    const { router } = openCheckoutPage({ items: [] })
    expect(await screen.findByText('another page')).toBeVisible()
    expect(router.state.location.pathname).toBe('/courses')
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('R124: leads there too when another tab empties the cart', async () => {
    const { router } = openCheckoutPage()
    await screen.findByLabelText('First Name *')
    act(() => cartStore().getState().clear())
    expect(await screen.findByText('another page')).toBeVisible()
    expect(router.state.location.pathname).toBe('/courses')
  })
})

describe('the form', () => {
  it('R123, R125, R126: shows header, customer fields and two ways to pay, the card first', async () => {
    openCheckoutPage()
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    expect(screen.getByText('Complete your order and choose your payment method')).toBeVisible()
    expect(screen.getByRole('form', { name: 'Your Information' })).toBeVisible()
    expect(screen.getByText('Sandbox: no money moves')).toBeVisible()
    for (const label of ['First Name *', 'Last Name *', 'Email Address *']) {
      expect(screen.getByLabelText(label)).toBeRequired()
    }
    const methods = within(screen.getByRole('group', { name: 'Payment Method' })).getAllByRole('radio')
    expect(methods.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Credit/Debit CardSecure payment via Stripe',
      'PayPalPay in a window of PayPal',
    ])
    await screen.findByText('the card field')
    expect(card.scripts).toEqual(['http://localhost/sandbox/stripe.js'])
  })

  it.each([
    ['/checkout', 'Credit/Debit Card'],
    ['/checkout?method=paypal', 'PayPal'],
    ['/checkout?method=PayPal', 'Credit/Debit Card'],
    ['/checkout?method=cash', 'Credit/Debit Card'],
  ])('R127: %s preselects %s', async (at, name) => {
    openCheckoutPage({ at })
    expect(await screen.findByRole('radio', { name: new RegExp(`^${name}`) })).toBeChecked()
  })

  it('R140, D-49: the card field is there whatever is chosen and keeps its place', async () => {
    const { user } = openCheckoutPage({ at: '/checkout?method=paypal' })
    expect(await screen.findByText('the card field')).not.toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^Credit/ }))
    const field = screen.getByText('the card field')
    expect(field).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^PayPal/ }))
    await user.click(screen.getByRole('radio', { name: /^Credit/ }))
    expect(screen.getByText('the card field')).toBe(field)
  })

  it('R152: loads nothing of PayPal before it is chosen', async () => {
    const { user } = openCheckoutPage()
    await screen.findByText('the card field')
    expect(wallet.scripts).toEqual([])
    await user.click(screen.getByRole('radio', { name: /^PayPal/ }))
    expect(await screen.findByRole('button', { name: 'PayPal button' })).toBeVisible()
    expect(wallet.scripts).toHaveLength(1)
  })
})

describe('the summary', () => {
  it('R128: lists title, duration, line price, and the quantity only when above 1', async () => {
    openCheckoutPage({ items: [awareness, firstAid] })
    await screen.findByLabelText('First Name *')
    const lines = summary().getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'CITB Health & Safety Awareness1 Day£99.00',
      'First Aid at Work1 DayQuantity: 2£598.00',
    ])
  })

  it('R129: adds up subtotal, VAT and total, with a way back and a note on security', async () => {
    const { user: visitor } = openCheckoutPage({ items: [awareness] })
    await screen.findByLabelText('First Name *')
    expect(screen.getByText('Details')).toHaveAttribute('aria-current', 'step')
    // On a phone it is folded and shows its total alone; a translated button once said "Show" for ever.
    translatePage()
    await visitor.click(summary().getByRole('button', { name: '£119.00 Show the courses' }))
    expect(summary().getByRole('button', { name: '£119.00 Hide the courses' })).toHaveAttribute('aria-expanded', 'true')
    const amounts = summary().getAllByRole('definition')
    expect(
      summary()
        .getAllByRole('term')
        .map((term, index) => `${term.textContent} ${amounts[index]?.textContent}`),
    ).toEqual(['Subtotal £99.00', 'VAT (20%) £20.00', 'Total £119.00'])
    expect(summary().getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart')
    expect(summary().getByText(/connection is encrypted/)).toBeVisible()
    expect(await payButton()).toHaveTextContent('Pay £119.00')
  })
})

describe('an account', () => {
  it('D-31: fills in the details of a visitor who is signed in, and lets them sign out', async () => {
    sessionStore().getState().signIn({ token: 'token-1', user })
    const { user: visitor } = openCheckoutPage()
    expect(await screen.findByLabelText('Email Address *')).toHaveValue('grace@example.com')
    expect(screen.getByText('Signed in as Grace Hill')).toBeVisible()
    await visitor.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  })

  it('D-31: does not touch what has been typed', async () => {
    const { user: visitor } = openCheckoutPage()
    await visitor.type(await screen.findByLabelText('First Name *'), 'Ada')
    act(() => sessionStore().getState().signIn({ token: 'token-1', user }))
    expect(screen.getByLabelText('First Name *')).toHaveValue('Ada')
    expect(screen.getByLabelText('Email Address *')).toHaveValue('')
  })

  // All three filled themselves again.
  it('D-31: leaves the fields empty that the visitor has emptied', async () => {
    sessionStore().getState().signIn({ token: 'token-1', user })
    const { user: visitor } = openCheckoutPage()
    const fields = await screen.findAllByRole('textbox', { name: / \*$/ })
    expect(fields).toHaveLength(3)
    for (const field of fields) await visitor.clear(field)
    for (const field of fields) expect(field).toHaveValue('')
  })
})
