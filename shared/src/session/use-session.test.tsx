import { act, render, screen } from '@testing-library/react'
import { sessionStore } from './session-store'
import { useSession } from './use-session'

const user = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }

function Name() {
  return <p>{useSession((session) => session.user?.firstName) ?? 'nobody'}</p>
}

function storeSession(firstName: string) {
  localStorage.setItem('auth_token', `token of ${firstName}`.replaceAll(' ', '-'))
  localStorage.setItem('auth_user', JSON.stringify({ ...user, firstName }))
}

const receive = (key: string | null) => act(() => window.dispatchEvent(new StorageEvent('storage', { key })))

beforeEach(() => {
  localStorage.clear()
  sessionStore().getState().signOut()
})

it.each(['auth_token', null])('R119: follows another tab on a storage event for key %p', (key) => {
  render(<Name />)
  storeSession('Grace')
  receive(key)
  expect(screen.getByText('Grace')).toBeVisible()
  localStorage.clear()
  receive(key)
  expect(screen.getByText('nobody')).toBeVisible()
})
