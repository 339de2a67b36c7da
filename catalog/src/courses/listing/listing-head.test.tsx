import { render } from '@testing-library/react'
import { categoryFilters } from './filters'
import { ListingHead } from './listing-head'

function headOf(category?: Parameters<typeof ListingHead>[0]['category']) {
  const { unmount } = render(<ListingHead category={category} />)
  const content = (selector: string, attribute: string) =>
    document.head.querySelector(selector)?.getAttribute(attribute)
  const head = {
    title: document.title,
    description: content('meta[name="description"]', 'content') ?? '',
    canonical: content('link[rel="canonical"]', 'href'),
  }
  unmount()
  return head
}

describe('ListingHead', () => {
  it('R53: presents each category as a page of its own', () => {
    expect(headOf('food')).toEqual({
      title: 'Food Safety courses | Safety Training Partners',
      description:
        'Food Safety courses from £79.00 plus VAT, with the length and level of each. Book a place online for yourself, or train a whole team.',
      canonical: '/courses?category=food',
    })
  })

  it.each([undefined, ...categoryFilters.map(({ value }) => value)])(
    'R53: describes the listing of %s in 50 to 160 characters',
    (category) => {
      const { description, canonical } = headOf(category)
      expect(description.length).toBeGreaterThanOrEqual(50)
      expect(description.length).toBeLessThanOrEqual(160)
      expect(canonical).toBe(category ? `/courses?category=${category}` : '/courses')
    },
  )
})
