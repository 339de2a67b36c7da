import { menu } from '../testing/site'
import { findEntry, isCurrent, placeOf } from './nav-item'

const links = menu.flatMap((entry) => ('to' in entry ? [entry] : entry.links))

it.each([
  ['/', 'Home', 'Home'],
  ['/about?category=food', 'About Us', 'About Us'],
  ['/courses', 'All Courses', 'Courses'],
  ['/courses?category=toString', 'All Courses', 'Courses'],
  ['/courses?category=food', 'Food Safety', 'Courses'],
  ['/courses?category=food&type=health', 'Food Safety', 'Courses'],
  ['/courses?category=paediatric', '', 'Courses'],
  ['/courses?category=online', 'Online CITB SSP', 'Online Courses'],
  ['/courses?category=online&type=food', 'Online Food Safety', 'Online Courses'],
  ['/courses?category=online&type=health&utm_source=x', 'Online Health & Safety', 'Online Courses'],
  ['/courses?category=online&type=other', 'Online CITB SSP', 'Online Courses'],
  ['/courses/citb-ssp', 'CITB Site Safety Plus', 'Courses'],
  ['/blog', 'Blog', 'Blog'],
  ['/blog/3', '', 'Blog'],
  ['/cart', '', undefined],
])('R25, D-08: at %s the current link is "%s", the highlighted entry of the bar is %s', (address, current, entry) => {
  const { pathname, search } = new URL(address, 'https://example.com')
  const here = placeOf(pathname, search)
  const found = links.filter(({ to }) => isCurrent(to, here)).map(({ label }) => label)
  expect([found.join(), findEntry(menu, here)?.label]).toEqual([current, entry])
})
