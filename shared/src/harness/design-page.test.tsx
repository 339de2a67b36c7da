import { screen } from '@testing-library/react'
import { renderPage } from '../testing'
import { DesignPage } from './design-page'

it('shows every token of the page, and the components in their states', () => {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = ':root { --site-colour-new: red; --site-text-new: 1rem; --other: 0 }'
  renderPage(<DesignPage />)
  expect(screen.getByText('colour-new').previousSibling).toHaveStyle({ background: 'var(--site-colour-new)' })
  expect(screen.getByText('text-new')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'disabled' })).toHaveLength(3)
  expect(screen.queryByText('--other')).not.toBeInTheDocument()
})
