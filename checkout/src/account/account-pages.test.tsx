import { sessionStore } from '@site/shared/session'
import { hydratePage, renderPage, translatePage } from '@site/shared/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Call, installNetwork } from '../testing/network'
import SignInPage from './sign-in-page'
import SignUpPage from './sign-up-page'

const user = { id: 'u1', firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const session = { token: 'token-1', user }

const pages = [
  {
    path: '/login',
    call: '/api/auth/login',
    Page: SignInPage,
    load: () => import('./sign-in-page'),
    heading: 'Sign in',
    button: 'Sign in',
    busy: 'Signing in...',
    failure: 'Login failed',
    typed: { Email: 'ada@example.com', Password: ' secret word ' },
    body: { email: 'ada@example.com', password: ' secret word ' },
  },
  {
    path: '/signup',
    call: '/api/auth/register',
    Page: SignUpPage,
    load: () => import('./sign-up-page'),
    heading: 'Create your account',
    button: 'Create account',
    busy: 'Creating account...',
    failure: 'Registration failed',
    typed: { 'First Name': ' Ada ', 'Last Name': 'Marsh', Email: 'ada@example.com', Password: ' secret word ' },
    body: { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com', password: ' secret word ' },
  },
]

beforeEach(() => {
  localStorage.clear()
  sessionStore().getState().signOut()
})

describe.each(pages)('$path', ({ path, call, Page, load, heading, button, busy, failure, typed, body }) => {
  const open = () => ({ user: userEvent.setup(), ...renderPage(<Page />, { path, at: path }) })
  const submit = () => screen.getByRole('button', { name: button })

  async function send(answer: Parameters<typeof installNetwork>[0][string]) {
    const calls: Call[] = installNetwork({ [call]: answer })
    const page = open()
    for (const [label, text] of Object.entries(typed)) await page.user.type(screen.getByLabelText(label), text)
    await page.user.click(submit())
    return { ...page, calls }
  }

  it('R110, R114: hydrates without a mismatch, with a note for visitors without scripts; all its fields are required', async () => {
    const { mismatches, html } = await hydratePage(load, { path, at: path })
    expect(mismatches).toEqual([])
    expect(html).toMatch(/<noscript>.*needs JavaScript/)
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const label of Object.keys(typed)) expect(screen.getByLabelText(label)).toBeRequired()
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
    expect(screen.getByText('All fields are required.')).toBeVisible()
  })

  // The form was once shown to visitors who were signed in.
  it('R120: tells a visitor who is signed in so, without the form, until they sign out', async () => {
    sessionStore().getState().signIn(session)
    const page = open()
    expect(screen.getByText('You are signed in as Ada Marsh.')).toBeVisible()
    expect(screen.queryByRole('form')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(screen.getByRole('form', { name: heading })).toBeVisible()
  })

  it('D-30: shows and hides the password', async () => {
    const page = open()
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    await page.user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeVisible()
  })

  it('R113, R115–R117, R186, D-29: sends what was typed, keeps the session and goes to the checkout', async () => {
    const { router, calls } = await send({ body: session })
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([{ path: call, body }])
    expect(await screen.findByText('another page')).toBeVisible()
    expect(router.state.location.pathname).toBe('/checkout')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(sessionStore().getState()).toMatchObject({ token: 'token-1', user: { firstName: 'Ada' } })
    expect(localStorage.getItem('auth_token')).toBe('token-1')
  })

  it('R111, R115: says that it is busy and takes no second submit', async () => {
    await send(new Promise(() => {}))
    const button = await screen.findByRole('button', { name: busy })
    expect(button).toBeDisabled()
    // In browsers the status in a busy button gives it no name.
    expect(button).toHaveAttribute('aria-label', busy)
  })

  it('R118: prefers the message of the server and keeps what was typed', async () => {
    await send({ status: 401, body: { success: false, message: 'Not this time.', code: 'wrong_credentials' } })
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Not this time\.$/)
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
    expect(screen.getByLabelText('Password')).toHaveValue(' secret word ')
    expect(sessionStore().getState().token).toBeUndefined()
    expect(submit()).toBeEnabled()
  })

  it.each([
    ['a refusal without a message', { status: 502, body: '<html>' }],
    ['no response', 'no-response' as const],
    ['a success without a token', { body: { user } }],
    ['a success with a hostile token', { body: { user, token: 'a\r\nb' } }],
  ])('R118: falls back to its own message on %s', async (_case, answer) => {
    await send(answer)
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${failure}$`))
  })

  it('R160, D-37: names every field that is missing, beside it and in a summary that takes the focus', async () => {
    const calls = installNetwork({})
    const page = open()
    await page.user.click(submit())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveFocus()
    translatePage()
    await page.user.click(submit())
    const labels = Object.keys(typed)
    const links = within(alert).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(labels.map((label) => `Please fill in the ${label} field`))
    for (const [index, label] of labels.entries()) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        expect.stringContaining(`Please fill in the ${label} field`),
      )
      await page.user.click(links[index] ?? alert)
      expect(screen.getByLabelText(label)).toHaveFocus()
    }
    expect(calls).toEqual([])
  })
})

it.each([
  [SignInPage, 'No account? Create one', '/signup'],
  [SignUpPage, 'Already have an account? Sign in', '/login'],
])('R112, R115: leads to the other page', async (Page, name, target) => {
  const { router } = renderPage(<Page />)
  await userEvent.click(screen.getByRole('link', { name }))
  expect(router.state.location.pathname).toBe(target)
})
