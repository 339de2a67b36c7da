import { renderPage } from '@site/shared/testing'
import { screen, within } from '@testing-library/react'
import { Footer } from './footer'

describe('footer', () => {
  beforeEach(() => {
    renderPage(<Footer />)
  })

  it('R35: has the quick links', () => {
    const links = within(screen.getByRole('navigation', { name: 'Quick Links' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['About Us', '/about'],
      ['Our Courses', '/courses/citb-ssp'],
      ['Contact', '/contact'],
      ['Policies', '/policies'],
    ])
  })

  it('has the social links, which phones see here alone, the subjects and the way to sign in', () => {
    const socials = within(screen.getByRole('list', { name: 'Social media' })).getAllByRole('link')
    expect(socials.map((link) => link.textContent)).toEqual(['Facebook', 'X', 'Instagram', 'LinkedIn', 'YouTube'])
    const subjects = within(screen.getByRole('navigation', { name: 'Subjects' })).getAllByRole('link')
    expect(subjects).toHaveLength(5)
    expect(subjects[0]).toHaveAttribute('href', '/courses?category=construction')
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  })

  it('R36: has the contact information', () => {
    const contact = within(screen.getByRole('region', { name: 'Contact Information' }))
    expect(contact.getByText('1 Example Street, London, EC1A 1AA, United Kingdom')).toBeVisible()
    expect(contact.getByRole('link', { name: '020 7946 0123' })).toHaveAttribute('href', 'tel:+442079460123')
    expect(contact.getByRole('link', { name: 'hello@example.com' })).toHaveAttribute('href', 'mailto:hello@example.com')
  })

  it('R37, R38: says that the company neither is accredited nor teaches, and carries the copyright year 2025', () => {
    const disclaimer = screen.getByRole('region', { name: 'Disclaimer' })
    expect(disclaimer).toHaveTextContent('is not accredited by or associated with the course-accreditation bodies')
    expect(disclaimer).toHaveTextContent('delivered by independent accredited providers')
    expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2025 Safety Training Partners Ltd')
  })
})
