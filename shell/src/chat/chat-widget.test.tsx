import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ChatWidget } from './chat-widget'

describe('chat widget', () => {
  it('R39, R40: opens a chat with the company in a new tab, the question already typed, and states hours and response time', () => {
    render(<ChatWidget />)
    const link = screen.getByRole('link', { name: /Chat with us/ })
    const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '')
    expect(`${origin}${pathname}`).toBe('https://wa.me/442079460123')
    expect(searchParams.get('text')).toMatch(/help with safety training courses/)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(link).toHaveAccessibleDescription(
      'Support is available 09:00 to 17:00. We usually respond within 5 minutes.',
    )
  })

  it('R40: takes the hint away by Escape, until the pointer or the focus comes again', async () => {
    const user = userEvent.setup()
    render(<ChatWidget />)
    const widget = screen.getByRole('complementary')
    await user.hover(widget)
    expect(widget).not.toHaveAttribute('data-dismissed')
    await user.keyboard('{Escape}')
    expect(widget).toHaveAttribute('data-dismissed')
    await user.tab()
    expect(widget).not.toHaveAttribute('data-dismissed')
    await user.keyboard('{Escape}')
    await user.unhover(widget)
    await user.hover(widget)
    expect(widget).not.toHaveAttribute('data-dismissed')
  })
})
