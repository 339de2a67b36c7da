import type { Release } from './release'
import { menuOf, routesOf } from './site-map'

const releases = (...all: Partial<Release>[]) => all as Release[]

it('R2: routes follow from the pages', () => {
  // The page of an unknown post once hid the blocks of all posts from the browser.
  const price = { name: 'content/price', props: {} }
  const pages = [
    ...['/blog/1', '/blog/2'].map((path) => ({ module: './post-page', path, blocks: [price] })),
    { module: './post-page', path: '/blog/not-found', fallback: { below: '/blog', status: 404 as const } },
    ...['/blog', '/careers'].map((path) => ({ module: './list-page', path })),
    {
      module: './order-page',
      path: '/orders/order',
      fallback: { below: '/orders', status: 200 as const },
      isolated: true,
    },
    { module: './map-page', path: '/map', embedded: true },
  ]
  expect(routesOf(releases({ package: 'content', pages, blocks: [{ module: './price', props: {} }] }))).toEqual([
    { path: '/blog/:id', module: 'content/post-page', blocks: [{ name: 'content/price' }] },
    { path: '/blog', module: 'content/list-page' },
    { path: '/careers', module: 'content/list-page' },
    { path: '/orders/:id', module: 'content/order-page', alone: true },
    { path: '/map', module: 'content/map-page', alone: true },
  ])
})

it('an entry of the menu stands behind the one it names, and at the end where that is not live', () => {
  const entry = (label: string, after?: string) => ({ menu: 'main' as const, label, to: '/', ...(after && { after }) })
  const shell = { menu: [entry('Home'), entry('Contact', 'Blog')] }
  const content = { menu: [entry('Careers', 'Courses'), entry('Blog', 'Careers')] }
  const labels = (...all: Partial<Release>[]) => menuOf(releases(shell, ...all)).map(({ label }) => label)
  expect(labels(content, { menu: [entry('Courses', 'Home')] })).toEqual([
    ...['Home', 'Courses', 'Careers', 'Blog', 'Contact'],
  ])
  expect(labels(content)).toEqual(['Home', 'Contact', 'Careers', 'Blog'])
  expect(menuOf(releases(content))[0]).toEqual({ label: 'Careers', to: '/' })
})
