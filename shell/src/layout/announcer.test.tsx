import { announce } from '@site/shared/announce'
import { act, render, screen } from '@testing-library/react'
import { Announcer } from '../layout/layout'

describe('announcer', () => {
  it('speaks what any package announces, politely', () => {
    render(<Announcer />)
    const region = screen.getByRole('status')
    expect(region).toHaveAttribute('aria-live', 'polite')
    expect(region).toBeEmptyDOMElement()
    act(() => announce('Manual Handling was added to your cart'))
    expect(region).toHaveTextContent('Manual Handling was added to your cart')
  })

  it('speaks the same sentence again', () => {
    render(<Announcer />)
    act(() => announce('Added'))
    const first = screen.getByText('Added')
    act(() => announce('Added'))
    expect(screen.getByText('Added')).not.toBe(first)
  })
})
