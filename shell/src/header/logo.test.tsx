import { renderPage } from '@site/shared/testing'
import { fireEvent, screen } from '@testing-library/react'
import { Logo } from './logo'

function logoImage() {
  const image = screen.getByRole('link', { name: 'Safety Training Partners' }).querySelector('img')
  if (!image) throw new Error('The logo has no image')
  return image
}

describe('logo', () => {
  it('R19: leads home and names the company', () => {
    renderPage(<Logo />)
    expect(screen.getByRole('link', { name: 'Safety Training Partners' })).toHaveAttribute('href', '/')
    expect(logoImage()).toHaveAttribute('src', '/images/logo.svg')
  })

  it('R26, R183: retries a failed path once in another form', () => {
    renderPage(<Logo />)
    fireEvent.error(logoImage())
    const retried = logoImage().getAttribute('src')
    expect(retried).not.toBe('/images/logo.svg')
    expect(retried).toMatch(/^\/images\/logo\.svg/)
    fireEvent.error(logoImage())
    expect(logoImage()).toHaveAttribute('src', retried)
  })

  it('R26: notices a failure from before the page was interactive', () => {
    jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
    renderPage(<Logo />)
    expect(logoImage()).not.toHaveAttribute('src', '/images/logo.svg')
  })
})
