import { renderPage } from '@site/shared/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import CareersPage from './careers-page'

const region = (name: string) => within(screen.getByRole('region', { name }))

it.each(['Training Coordinator', 'Health & Safety Trainer', 'Food Safety Consultant'])(
  'R82: %s is in London, full-time and permanent',
  (title) => {
    renderPage(<CareersPage />)
    const card = screen.getByRole('heading', { level: 3, name: title }).closest('article')
    expect(card).toHaveTextContent('LondonFull-timePermanent')
  },
)

it('R83, D-22: each Apply Now can be pressed and does nothing; the address of HR stands beside it', async () => {
  const { router } = renderPage(<CareersPage />)
  const cards = screen.getAllByRole('article')
  expect(cards).toHaveLength(3)
  for (const card of cards) {
    const button = within(card).getByRole('button', { name: /^Apply Now/ })
    expect(button).toHaveTextContent('Apply Now')
    expect(button).toHaveAttribute('type', 'button')
    const before = document.body.innerHTML
    await userEvent.click(button)
    expect(document.body.innerHTML).toBe(before)
    expect(within(card).getByRole('link').getAttribute('href')).toMatch(/^mailto:careers@example\.com\?subject=\w/)
  }
  expect(router.state.location.pathname).toBe('/')
})

it('R81, R84: lists the benefits, four steps, the contact and the five working days', () => {
  renderPage(<CareersPage />)
  expect(region('Benefits').getAllByRole('listitem').length).toBeGreaterThanOrEqual(4)
  expect(region('How to apply').getAllByRole('listitem')).toHaveLength(4)
  expect(region('Contact HR').getByRole('link', { name: 'careers@example.com' })).toHaveAttribute(
    'href',
    'mailto:careers@example.com',
  )
  expect(region('Contact HR').getByText(/HR reviews applications within 5 working days\./)).toBeVisible()
})
