import { act, render, screen } from '@testing-library/react'
import { createSessionStore, isAuthenticated, sessionStore, useSession } from './session-store'

const user = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const signedIn = { token: 'token-1', user }

function restored() {
  const store = createSessionStore()
  store.getState().restore()
  return store.getState()
}

beforeEach(() => localStorage.clear())

it('R120: a stored user without a token signs nobody in', () => {
  localStorage.setItem('auth_user', JSON.stringify(user))
  expect(restored()).toMatchObject({ token: undefined, user: undefined })
})

describe('hostile values in storage', () => {
  it.each([[''], [' '], ['a b'], ['a\r\nX-Evil: 1'], ['a'.repeat(5_000)]])('R119: takes %j for no token', (token) => {
    localStorage.setItem('auth_token', token)
    expect(isAuthenticated(restored())).toBe(false)
  })

  it.each([
    ['{'],
    ['null'],
    ['[]'],
    ['"Ada"'],
    ['{"firstName":1,"lastName":"Marsh","email":"ada@example.com"}'],
    [JSON.stringify({ ...user, firstName: 'x'.repeat(300) })],
  ])('R119: takes %.60s for no user', (text) => {
    localStorage.setItem('auth_token', 'token-1')
    localStorage.setItem('auth_user', text)
    expect(restored()).toMatchObject({ token: 'token-1', user: undefined })
  })

  it('R120, R122: keeps no role and no other fields of the user beyond the known ones', () => {
    localStorage.setItem('auth_token', 'token-1')
    localStorage.setItem('auth_user', JSON.stringify({ ...user, role: 'admin' }))
    expect(restored().user).toEqual(user)
  })
})

describe('where storage refuses', () => {
  it('R119: goes on in memory, and a later restore does not sign the visitor out', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {})
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const store = createSessionStore()
    store.getState().signIn(signedIn)
    store.getState().restore()
    expect(store.getState()).toMatchObject(signedIn)
  })

  it('R119: works without any storage', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {})
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const store = createSessionStore()
    store.getState().restore()
    store.getState().signIn(signedIn)
    expect(store.getState()).toMatchObject(signedIn)
    store.getState().signOut()
    expect(isAuthenticated(store.getState())).toBe(false)
  })
})

it('R119: there is one session on the page, also for a second copy of the module', () => {
  jest.isolateModules(() => {
    const copy = jest.requireActual<typeof import('./session-store')>('./session-store')
    expect(copy.sessionStore).not.toBe(sessionStore)
    expect(copy.sessionStore()).toBe(sessionStore())
  })
})

function Name() {
  return <p>{useSession((session) => session.user?.firstName) ?? 'nobody'}</p>
}

function storeSession(firstName: string) {
  localStorage.setItem('auth_token', `token of ${firstName}`.replaceAll(' ', '-'))
  localStorage.setItem('auth_user', JSON.stringify({ ...user, firstName }))
}

const receive = (key: string | null) => act(() => window.dispatchEvent(new StorageEvent('storage', { key })))

it.each(['auth_token', null])('R119: follows another tab on a storage event for key %p', (key) => {
  render(<Name />)
  storeSession('Grace')
  receive(key)
  expect(screen.getByText('Grace')).toBeVisible()
  localStorage.clear()
  receive(key)
  expect(screen.getByText('nobody')).toBeVisible()
})

// A name that was changed in one tab stayed the old one in the others.
it('R119: follows another tab where the name alone was changed', () => {
  storeSession('Grace')
  render(<Name />)
  localStorage.setItem('auth_user', JSON.stringify({ ...user, firstName: 'Joan' }))
  receive('auth_user')
  expect(screen.getByText('Joan')).toBeVisible()
})
