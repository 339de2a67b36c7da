import { renderPage } from '@site/shared/testing'
import { screen } from '@testing-library/react'
import __Name__Page from './__name__-page'

it('has its heading', () => {
  renderPage(<__Name__Page />, { at: '/__name__' })
  expect(screen.getByRole('heading', { level: 1, name: '__Title__' })).toBeInTheDocument()
})
