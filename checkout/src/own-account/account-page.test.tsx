import type { AccountReply, OrderListReply } from '@site/shared/contracts/own-account'
import { sessionStore } from '@site/shared/session'
import { hydratePage, renderPage } from '@site/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { installNetwork } from '../testing/network'
import AccountPage from './account-page'

const user = { id: 'u1', firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const session = { since: '2026-11-05T09:07:00Z', lastSeen: '2026-11-05T10:00:00Z', isThis: true }
const account: AccountReply = { user, isEmailConfirmed: true, change: null, isMailed: true, sessions: [session] }
const order = {
  orderId: 'order_1763716276001_ab12cd34',
  state: 'paid' as const,
  placedAt: '2026-11-05T09:07:00Z',
  total: 238,
  refunded: 0,
  titles: ['Manual Handling', 'Online CITB SSP'],
  places: 3,
}
const list: OrderListReply = { orders: [order], hasMore: false }
const answers = { '/api/account/read': { body: account }, '/api/account/orders': { body: list } }

beforeEach(() => {
  sessionStore().getState().signOut()
  localStorage.clear()
  window.history.replaceState(null, '', '/account')
})

function signIn() {
  sessionStore().getState().signIn({ token: 'token-1', user })
}

async function open(more: Parameters<typeof installNetwork>[0] = {}) {
  signIn()
  const calls = installNetwork({ ...answers, ...more })
  const page = { user: userEvent.setup(), calls, ...renderPage(<AccountPage />, { path: '/account', at: '/account' }) }
  await screen.findByRole('heading', { name: 'Your details' })
  return page
}

describe('/account', () => {
  it('R202: is rendered for nobody, and hydrates without a mismatch for whoever is signed in', async () => {
    signIn()
    const calls = installNetwork(answers)
    const { html, serverText, mismatches } = await hydratePage(() => import('./account-page'), {
      path: '/account',
      at: '/account',
    })
    expect(mismatches).toEqual([])
    expect(serverText).toContain('Loading your account…')
    expect(html).not.toMatch(/Ada|Marsh|example\.com<\/p>/)
    expect(html).toMatch(/<noscript>.*needs JavaScript/)
    expect(html).toContain('name="robots" content="noindex"')
    for (const text of ['Ada Marsh', 'ada@example.com', 'In this browser']) {
      expect(await screen.findByText(text)).toBeVisible()
    }
    // Each load of the page asked twice.
    expect(calls.filter(({ path }) => path === '/api/account/read')).toHaveLength(1)
  })

  it('R194: leads whoever is not signed in to where they sign in', async () => {
    const calls = installNetwork({})
    renderPage(<AccountPage />)
    expect(await screen.findByText('You are not signed in.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
    expect(screen.getByRole('link', { name: 'Forgotten your password?' })).toHaveAttribute('href', '/reset-password')
    expect(calls).toEqual([])
  })

  it('says that there is no answer, keeps the session and asks again', async () => {
    signIn()
    installNetwork({ '/api/account/read': 'no-response' })
    renderPage(<AccountPage />)
    expect(await screen.findByRole('alert')).toHaveTextContent('This did not work')
    expect(localStorage.getItem('auth_token')).toBe('token-1')
    installNetwork(answers)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ada Marsh')).toBeVisible()
  })
})

describe('the orders', () => {
  it('R194: are listed with what was bought, for how much and what became of it', async () => {
    await open()
    const row = (await screen.findByRole('link', { name: 'Manual Handling, Online CITB SSP' })).closest('li')
    expect(row).toHaveTextContent('£238.00')
    expect(row).toHaveTextContent('5 November 2026, 3 places')
    expect(row).toHaveTextContent('Paid')
    expect(screen.getByRole('link', { name: /Manual/ })).toHaveAttribute('href', `/account/orders/${order.orderId}`)
  })

  it.each([
    ['paid', 0, 'Paid'],
    ['paid', 15.5, 'Paid, £15.50 refunded'],
    ['refunded', 238, 'Refunded'],
    ['processing', 0, 'Payment being processed'],
    ['needs_attention', 0, 'Being checked by us'],
    ['failed', 0, 'Not paid: payment declined'],
    ['cancelled', 0, 'Cancelled'],
    ['charged_back', 0, 'Payment taken back by the bank'],
  ] as const)('R194: %s with £%s sent back reads "%s"', async (state, refunded, words) => {
    await open({ '/api/account/orders': { body: { ...list, orders: [{ ...order, state, refunded }] } } })
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('come in pages: older ones are asked for with the last id', async () => {
    const older = { ...order, orderId: 'order_1763716276000_older123', titles: ['First Aid'] }
    const { user, calls } = await open({
      '/api/account/orders': ({ body }) => ({
        body: body.before ? { orders: [older], hasMore: false } : { orders: [order], hasMore: true },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Show older orders' }))
    expect(await screen.findByRole('link', { name: 'First Aid' })).toBeVisible()
    expect(calls.at(-1)?.body).toEqual({ before: order.orderId })
    expect(screen.queryByRole('button', { name: 'Show older orders' })).toBeNull()
  })

  it('R195: are promised for a confirmed address, and the link is sent again', async () => {
    const { user, calls } = await open({
      '/api/account/read': { body: { ...account, isEmailConfirmed: false } },
      '/api/account/orders': { body: { orders: [], hasMore: false } },
      '/api/account/send-confirmation': { body: { success: true } },
    })
    expect(await screen.findByText('Orders appear here once your email address is confirmed.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    expect(await screen.findByText(/^Links to confirm are in your mailbox \(ada@example.com\)/)).toBeVisible()
    expect(calls.at(-1)?.path).toBe('/api/account/send-confirmation')
  })
})

describe('a mailed link', () => {
  const withLink = () => window.history.replaceState(null, '', '/account#aaa.bbb.ccc')

  it('R195: is used when the visitor says so, and is taken out of the address', async () => {
    withLink()
    const page = await open({ '/api/account/confirm': { body: { outcome: 'confirmed', user } } })
    const { calls } = page
    expect(window.location.href).not.toContain('#')
    expect(calls.map(({ path }) => path)).not.toContain('/api/account/confirm')
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/^Your email address is confirmed/)).toBeVisible()
    expect(calls.find(({ path }) => path === '/api/account/confirm')?.body).toEqual({ token: 'aaa.bbb.ccc' })
  })

  // The orders that came with the new address were missing until a reload.
  it('R197: of a new address brings the orders of that address', async () => {
    withLink()
    const changed = { ...user, email: 'ada@work.example' }
    const page = await open()
    const confirm = { body: { outcome: 'changed', user: changed } }
    const read = { body: { ...account, user: changed } }
    const calls = installNetwork({ ...answers, '/api/account/confirm': confirm, '/api/account/read': read })
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/account/orders'))
  })

  it('R195: that does not work says so', async () => {
    withLink()
    const message = 'This link does not work any more.'
    const { user } = await open({
      '/api/account/confirm': { status: 410, body: { success: false, code: 'link_not_valid', message } },
    })
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  it('R195: is kept for whoever signs in first', async () => {
    withLink()
    renderPage(<AccountPage />)
    expect(await screen.findByText(/sign in first\. Then open the link/)).toBeVisible()
  })
})

describe('a change', () => {
  it('R194: of the name shows everywhere, and the focus goes back to where it came from', async () => {
    const changed = { ...account, user: { ...user, firstName: 'Adah' } }
    const page = await open({ '/api/account/name': { body: changed } })
    await page.user.click(screen.getByRole('button', { name: 'Change name' }))
    const field = screen.getByLabelText('First Name')
    expect(field).toHaveFocus()
    await page.user.clear(field)
    await page.user.type(field, 'Adah')
    await page.user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Adah Marsh')).toBeVisible()
    expect(screen.getByText('Your name is changed.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change name' })).toHaveFocus())
    expect(sessionStore().getState().user?.firstName).toBe('Adah')
  })

  it('R160, D-37: names what is missing, beside it and in a summary that takes the focus', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Change email address' }))
    await user.type(screen.getByLabelText('New Email'), 'ada@work')
    await user.click(screen.getByRole('button', { name: 'Send the confirmations' }))
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveFocus())
    const links = within(alert).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Please enter a valid email address',
      'Please fill in the Password field',
    ])
  })

  it('R198: that is refused keeps the form, the words of the server and the session', async () => {
    const refusal = { success: false, code: 'wrong_credentials', message: 'The password is not correct.' }
    const page = await open({ '/api/account/password': { status: 401, body: refusal } })
    await page.user.click(screen.getByRole('button', { name: 'Change password' }))
    await page.user.type(screen.getByLabelText('Present Password'), 'guess')
    await page.user.type(screen.getByLabelText('New Password'), 'good enough')
    await page.user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The password is not correct.')
    expect(localStorage.getItem('auth_token')).toBe('token-1')
  })
})

describe('the end', () => {
  it('R196: everywhere', async () => {
    const { user, calls } = await open({ '/api/account/sign-out-everywhere': { body: { success: true } } })
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByText('You are not signed in.')).toBeVisible()
    expect(calls.map(({ path }) => path)).toContain('/api/account/sign-out-everywhere')
  })

  it.each([
    [
      true,
      /^Of your orders we must keep for tax law what was sold, when and for how much, and the receipts with the name on/,
    ],
    [false, /orders made with it are not touched/],
  ])('R200: of an account says what stays, where its address is confirmed: %p', async (isEmailConfirmed, text) => {
    const { user, calls } = await open({
      '/api/account/read': { body: { ...account, isEmailConfirmed } },
      '/api/account/delete': { body: { success: true } },
    })
    expect(screen.getByText(text)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    await user.type(screen.getByLabelText('Password'), 'my word')
    await user.click(screen.getByRole('button', { name: 'Delete my account now' }))
    expect(await screen.findByText('Your account is deleted.')).toBeVisible()
    expect(calls.find(({ path }) => path.endsWith('/delete'))?.body).toEqual({ password: 'my word' })
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})
