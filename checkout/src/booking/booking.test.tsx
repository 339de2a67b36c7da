import type { BookingReply } from '@site/shared/contracts/booking'
import { sessionStore } from '@site/shared/session'
import { renderPage } from '@site/shared/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import OrderPage from '../own-account/order-page'
import { type Answer, installNetwork } from '../testing/network'

const orderId = 'order_1763716276001_ab12cd34'
const nobody = { name: '', email: '' }
const booking: BookingReply = {
  ...{ version: 3, isOpen: true, company: '', purchaseOrder: '', wishes: '' },
  courses: [{ courseId: 14, title: 'Manual Handling', people: [nobody, nobody], confirmed: null }],
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

function openMailedLink(answers: readonly Answer[]) {
  sessionStore().getState().signOut()
  window.history.replaceState(null, '', `/account/orders/${orderId}#aaa.bbb.ccc`)
  const left = [...answers]
  const calls = installNetwork({ '/api/orders/booking': () => left.shift() ?? 'no-response' })
  renderPage(<OrderPage />, { path: '/account/orders/:id', at: `/account/orders/${orderId}` })
  return calls
}

it('a mailed link asks who is coming without an account, checks addresses, and saves again on the saved version', async () => {
  const calls = openMailedLink([{ body: booking }, { body: { ...booking, version: 4 } }, { body: booking }])
  await userEvent.click(await screen.findByLabelText('Name of person 2'))
  await userEvent.paste('Bob\tO’Neil')
  await userEvent.type(screen.getByLabelText('Email of person 2'), 'bob@')
  await userEvent.click(screen.getByLabelText('Wishes for dates'))
  await userEvent.paste('Mon\tTue\nMornings.')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid email address')
  await userEvent.type(screen.getByLabelText('Email of person 2'), 'example.com')
  await save()
  expect(await screen.findByText(/^Saved\./)).toBeVisible()
  const about = { company: '', purchaseOrder: '', wishes: 'Mon Tue\nMornings.' }
  const people = [nobody, { name: 'Bob O’Neil', email: 'bob@example.com' }]
  const change = { version: 3, ...about, courses: [{ courseId: 14, people }] }
  expect(calls.map(({ body }) => body)).toEqual([
    { orderId, key: 'aaa.bbb.ccc' },
    { orderId, key: 'aaa.bbb.ccc', change },
  ])
  await save()
  expect(calls[2]?.body).toMatchObject({ change: { version: 4 } })
  expect(window.location.hash).toBe('')
})

// After the desk confirmed one of two courses, every save was refused until a reload.
it.each(['booking_changed', 'booking_confirmed'])('shows what was saved or confirmed meanwhile: %s', async (code) => {
  const message = 'These details were changed elsewhere meanwhile.'
  const confirmed = {
    ...{ startsAt: '2027-01-12T09:00:00.000Z', endsAt: '2027-01-12T17:00:00.000Z' },
    ...{ place: 'Unit 3, Leeds', instructions: 'Bring boots.' },
  }
  const [course] = booking.courses
  const people = [{ name: 'Cem', email: '' }, nobody]
  openMailedLink([
    { body: booking },
    { status: 409, body: { success: false, code, message } },
    { body: { ...booking, isOpen: false, courses: [{ ...course, people, confirmed }] } },
  ])
  await screen.findByLabelText('Name of person 1')
  await save()
  expect(await screen.findByText('Bring boots.')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  for (const text of [/12 January 2027/, 'Unit 3, Leeds', 'Cem']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

// The mailed link of a refunded order showed an empty section.
it('says that an order is not open for bookings any more', async () => {
  openMailedLink([{ body: { ...booking, isOpen: false } }])
  expect(await screen.findByText(/^This order is not open for bookings any more\./)).toBeVisible()
})
