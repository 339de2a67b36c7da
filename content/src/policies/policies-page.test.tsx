import { hydratePage, renderPage } from '@site/shared/testing'
import { installDialog } from '@site/shared/testing/dialog'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fillPlaceholders, policies } from './policies'
import PoliciesPage from './policies-page'

installDialog()

async function view(title: string) {
  const button = screen.getByRole('button', { name: `View Full Policy: ${title}` })
  await act(async () => {
    button.focus()
    button.click()
  })
  return screen.findByRole('dialog', { name: title })
}

it('R90, R92: hydrates six cards in order, each with summary, key points and View Full Policy', async () => {
  const { mismatches, html } = await hydratePage(() => import('./policies-page'))
  expect(mismatches).toEqual([])
  expect(html).toContain('<noscript>')
  const cards = screen.getAllByRole('article')
  const ids = policies.map(({ id }) => id)
  expect(ids.join()).toBe('privacy,equality,modern-slavery,accessibility,health-safety,quality')
  expect(cards).toHaveLength(6)
  for (const [index, { title, summary, keyPoints }] of policies.entries()) {
    const card = within(cards[index] ?? document.body)
    expect(card.getByRole('heading', { level: 2, name: title })).toBeVisible()
    expect(card.getByText(summary)).toBeVisible()
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual(keyPoints)
    expect(card.getByRole('button')).toHaveTextContent('View Full Policy')
  }
})

it('R91: opens the full text in a dialog, and that of another policy afterwards', async () => {
  renderPage(<PoliciesPage />)
  const privacy = await view('Privacy Policy')
  expect(await within(privacy).findByRole('heading', { name: 'How long we keep it' })).toBeVisible()
  expect(privacy).toHaveTextContent('Safety Training Partners Ltd, company number 00000000')
  await userEvent.keyboard('{Escape}')
  const accessibility = await view('Accessibility Statement')
  expect(await within(accessibility).findAllByText(/WCAG/)).not.toHaveLength(0)
})

it('R93: shows the review information', () => {
  renderPage(<PoliciesPage />)
  const review = within(screen.getByRole('region', { name: 'Review' }))
  expect(review.getAllByRole('term').map((term) => term.textContent)).toEqual(['Last review', 'Next review', 'Owner'])
  expect(review.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'January 2025',
    'January 2026',
    'HR & Compliance Team',
  ])
})

it('D-05: a text names the facts of the company', () => {
  expect(fillPlaceholders('{{companyName}}, {{companyNumber}}, {{address}}. {{email}}, {{phone}}, {{hrEmail}}')).toBe(
    'Safety Training Partners Ltd, 00000000, 1 Example Street, London, EC1A 1AA, United Kingdom. ' +
      'hello@example.com, 020 7946 0123, careers@example.com',
  )
})

it.each(['{{fax}}', '{{constructor}}'])('R90: a text with %s is refused', (placeholder) => {
  expect(() => fillPlaceholders(placeholder)).toThrow(`A policy asks for ${placeholder}`)
})
