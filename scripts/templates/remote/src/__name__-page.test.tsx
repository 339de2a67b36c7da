import { pageAt } from '@site/shared/testing'
import { render, screen } from '@testing-library/react'
import __Name__Page from './__name__-page'

describe('/__name__', () => {
  it('has its heading', () => {
    render(pageAt(<__Name__Page />, { at: '/__name__' }).element)
    expect(screen.getByRole('heading', { level: 1, name: '__Title__' })).toBeInTheDocument()
  })
})
