import { sessionStore } from '@site/shared/session'
import { hydratePage, renderPage, resetCart } from '@site/shared/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DrawerNav } from './drawer/drawer'
import { TopBar } from './top-bar'

const user = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const links = () => screen.queryAllByRole('link', { name: /^(Sign in|Create account)$/ })

beforeEach(() => {
  resetCart()
  sessionStore().getState().signOut()
})

describe.each([
  ['top bar', TopBar],
  ['drawer', DrawerNav],
])('account control of the %s', (_place, Control) => {
  it('D-31: offers to sign in and to create an account', () => {
    renderPage(<Control />)
    expect(links().map((link) => link.getAttribute('href'))).toEqual(['/login', '/signup'])
  })

  it('R120, R121, R194: names the visitor who is signed in and signs them out', async () => {
    sessionStore().getState().signIn({ token: 'token-1', user })
    renderPage(<Control />)
    expect(screen.getByRole('link', { name: 'Ada’s account' })).toHaveAttribute('href', '/account')
    expect(links()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(localStorage.getItem('auth_token')).toBeNull()
    expect(links()).toHaveLength(2)
  })

  it('R120: a token alone is enough to be signed in', () => {
    localStorage.setItem('auth_token', 'token-1')
    renderPage(<Control />)
    expect(screen.getByRole('link', { name: 'Your account' })).toBeVisible()
  })
})

it('R119: the server knows nobody; the stored session shows after hydration', async () => {
  localStorage.setItem('auth_token', 'token-1')
  localStorage.setItem('auth_user', JSON.stringify(user))
  const load = async () => ({ default: (await import('./top-bar')).TopBar })
  const { serverText, container, mismatches } = await hydratePage(load)
  expect(serverText).toContain('Sign in')
  expect(mismatches).toEqual([])
  expect(within(container).getByText('Ada’s account')).toBeVisible()
  act(() => sessionStore().getState().signOut())
  expect(within(container).getByRole('link', { name: 'Sign in' })).toBeVisible()
})
