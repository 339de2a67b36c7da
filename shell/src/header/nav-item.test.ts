import { menu } from '../testing/site'
import { findEntry, isCurrent, placeOf } from './nav-item'

const links = menu.flatMap((entry) => ('to' in entry ? [entry] : entry.links))

function currentAt(address: string): string[] {
  const here = placeAt(address)
  return links.filter(({ to }) => isCurrent(to, here)).map(({ label }) => label)
}

function entryAt(address: string): string | undefined {
  return findEntry(menu, placeAt(address))?.label
}

function placeAt(address: string) {
  const { pathname, search } = new URL(address, 'https://example.com')
  return placeOf(pathname, search)
}

describe('place', () => {
  it.each([
    ['/', ['Home']],
    ['/about', ['About Us']],
    ['/about?category=food', ['About Us']],
    ['/courses', ['All Courses']],
    ['/courses?category=', ['All Courses']],
    ['/courses?category=nonsense', ['All Courses']],
    ['/courses?category=toString', ['All Courses']],
    ['/courses?category=food', ['Food Safety']],
    ['/courses?category=food&type=health', ['Food Safety']],
    ['/courses?category=paediatric', []],
    ['/courses?category=online', ['Online CITB SSP']],
    ['/courses?category=online&type=food', ['Online Food Safety']],
    ['/courses?category=online&type=health&utm_source=x', ['Online Health & Safety']],
    ['/courses?category=online&type=other', ['Online CITB SSP']],
    ['/courses/citb-ssp', ['CITB Site Safety Plus']],
    ['/blog', ['Blog']],
    ['/blog/3', []],
    ['/cart', []],
  ])('R25, D-08: at %s the current links are %j', (address, labels) => {
    expect(currentAt(address)).toEqual(labels)
  })

  it.each([
    ['/', 'Home'],
    ['/courses', 'Courses'],
    ['/courses?category=paediatric', 'Courses'],
    ['/courses/citb-ssp', 'Courses'],
    ['/courses?category=online', 'Online Courses'],
    ['/blog/3', 'Blog'],
    ['/policies', undefined],
  ])('D-08: at %s the highlighted entry of the bar is %s', (address, label) => {
    expect(entryAt(address)).toBe(label)
  })
})
