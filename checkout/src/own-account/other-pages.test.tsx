import type { OrderReply } from '@site/shared/contracts/own-account'
import { sessionStore } from '@site/shared/session'
import { hydratePage, renderPage } from '@site/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { installNetwork } from '../testing/network'
import OrderPage from './order-page'
import ResetPage from './reset-page'

const user = { id: 'u1', firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const orderId = 'order_1763716276001_ab12cd34'
const order: OrderReply = {
  orderId,
  state: 'paid',
  placedAt: '2026-11-05T09:07:00Z',
  paidAt: '2026-11-05T09:08:00Z',
  paidBy: 'card',
  total: 430,
  vat: 72,
  refunded: 15.5,
  lines: [{ courseId: 14, title: 'Manual Handling', price: 179, quantity: 2 }],
  refunds: [
    { amount: 15.5, state: 'sent', at: '2026-11-06T09:00:00Z' },
    { amount: 20, state: 'on_its_way', at: '2026-11-07T09:00:00Z' },
    { amount: 30, state: 'failed', at: '2026-11-08T09:00:00Z' },
  ],
  papers: [
    { kind: 'receipt', number: 'R-000042', issuedAt: '2026-11-05T09:08:00Z', total: 430 },
    { kind: 'credit_note', number: 'C-000007', issuedAt: '2026-11-06T09:00:00Z', total: 15.5 },
  ],
  booking: 'key.of.booking',
}

beforeEach(() => {
  sessionStore().getState().signOut()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

describe('/account/orders/:id', () => {
  const address = (id = orderId) => ({ path: '/account/orders/:id', at: `/account/orders/${id}` })
  const signIn = () => sessionStore().getState().signIn({ token: 'token-1', user })

  it('R201: shows what was bought, for how much and what was sent back', async () => {
    signIn()
    const calls = installNetwork({ '/api/account/order': { body: order } })
    renderPage(<OrderPage />, address())
    expect(await screen.findByText('Paid, £15.50 refunded')).toBeVisible()
    expect(calls[0]?.body).toEqual({ orderId })
    for (const text of ['2 places at £179.00', '£72.00', '£430.00', '-£15.50', orderId]) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.getByText(/^Sent back on 6 November 2026/)).toBeVisible()
    expect(screen.getByText('On its way since 7 November 2026')).toBeVisible()
    expect(screen.getByText(/^Did not arrive \(8 November 2026\)/)).toBeVisible()
    expect(screen.getByText(/by card$/)).toBeVisible()
  })

  it('R201, R203: hands out the papers of the order as files', async () => {
    signIn()
    const saved: string[] = []
    Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`)
    })
    const calls = installNetwork({
      '/api/account/order': { body: order },
      '/api/account/paper': { body: { fileName: 'C-000007.pdf', content: btoa('%PDF-') } },
    })
    renderPage(<OrderPage />, address())
    expect(await screen.findByText(/VAT receipt R-000042/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Download credit note C-000007 (PDF)' }))
    await waitFor(() => expect(saved).toEqual(['C-000007.pdf blob:C-000007.pdf']))
    expect(calls.at(-1)?.body).toEqual({ number: 'C-000007' })
  })

  it("R201: says of another's order what it says of none, and asks for no odd id", async () => {
    signIn()
    const refusal = { success: false, code: 'not_found', message: 'There is no such order in your account.' }
    const calls = installNetwork({ '/api/account/order': { status: 404, body: refusal } })
    renderPage(<OrderPage />, address())
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such order in your account.')
    renderPage(<OrderPage />, address('order'))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    expect(calls).toHaveLength(1)
  })

  it('R202: is rendered for nobody, and for no order', async () => {
    signIn()
    installNetwork({ '/api/account/order': { body: order } })
    const { html, mismatches } = await hydratePage(() => import('./order-page'), address())
    expect(mismatches).toEqual([])
    expect(html).not.toContain(orderId)
    expect(html).toContain('Loading your order…')
    expect(await screen.findByText(orderId)).toBeVisible()
  })
})

describe('/reset-password', () => {
  const address = { path: '/reset-password', at: '/reset-password' }
  const withLink = () => window.history.replaceState(null, '', '/reset-password#aaa.bbb.ccc')

  it('R199: hydrates, asks for an address, and says the same whether or not it is known', async () => {
    const calls = installNetwork({ '/api/account/request-reset': { body: { success: true } } })
    const { mismatches, html } = await hydratePage(() => import('./reset-page'), address)
    expect(mismatches).toEqual([])
    expect(html).toMatch(/<noscript>.*needs JavaScript/)
    expect(html).toContain('name="robots" content="noindex"')
    await userEvent.type(screen.getByLabelText('Email'), ' ada@example.com ')
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Look into your mailbox' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(screen.getByText(/^If there is an account for ada@example\.com/)).toBeVisible()
    expect(calls).toMatchObject([{ body: { email: 'ada@example.com' } }])
    expect(calls[0]?.headers.Authorization).toBeUndefined()
  })

  it('R199: leads back to another link when this one does not work', async () => {
    withLink()
    const refusal = { success: false, code: 'link_not_valid', message: 'no' }
    installNetwork({ '/api/account/reset': { status: 410, body: refusal } })
    renderPage(<ResetPage />, address)
    await userEvent.type(await screen.findByLabelText('New Password'), 'my new word')
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText(/^That link does not work any more/)).toBeVisible()
    expect(screen.getByLabelText('Email')).toBeVisible()
  })

  it('R199: keeps the form where the password is refused', async () => {
    withLink()
    const message = 'Your password must have 8 to 128 characters.'
    installNetwork({ '/api/account/reset': { status: 422, body: { success: false, code: 'weak_password', message } } })
    renderPage(<ResetPage />, address)
    await userEvent.type(await screen.findByLabelText('New Password'), 'short')
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByLabelText('New Password')).toHaveValue('short')
  })
})
