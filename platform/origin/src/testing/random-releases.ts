import type { Random } from '@platform/base/testing/random'
import {
  catalogFixture,
  contentFixture,
  type Fixture,
  hostFixture,
  pageBundle,
} from '@platform/release/testing/fixture-release'

export const [PAY, MAPS] = ['https://pay.example', 'https://maps.example']
/** Statements that releases and settings choose from. */
const CHOICES = {
  heading: ['Courses', 'All courses', 'Courses from £72', 'Courses from £27'],
  style: ['.courses{color:green}', '.courses{color:blue}'],
  script: ['/* courses */', '/* more courses */', '/* fewer */'],
  entry: ['var catalog', 'var catalog, more'],
  variants: [['food', 'health'], ['food'], []],
  isIsolated: [false, true],
  isEmbedded: [false, true],
  isHidden: [false, true],
  hosts: [[], [PAY]],
  publicUrl: ['http://localhost:3000', 'http://127.0.0.1:3000'],
  everywhere: [[], [MAPS]],
  structuredData: [[], [{ '@type': 'Organization', name: 'Courses' }]],
  trustedTypes: [[], ['catalog-text']],
  picture: ['M0 0h9v9z', 'M0 0h8v8z', ''],
  offers: ['', '/offers', '/deals'],
  offersOf: ['catalog', 'content'],
  fallback: [404, 200, undefined],
  below: ['', '/courses'],
  post: ['', 'A post', 'Another post'],
  menu: ['', 'Offers', 'Deals'],
  block: ['', 'The best', 'Our best'],
  about: ['.about{color:red}', '.about{color:pink}'],
  icon: ['', '<g/>'],
  price: [129, 149],
} as const
export type Statements = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }
type Name = keyof Statements
export const NAMES = Object.keys(CHOICES) as [Name, ...Name[]]
/** Draws values for all statements, or for these. */
export const chooseStatements = ({ pick }: Random, names = NAMES) =>
  Object.fromEntries(names.map((name) => [name, pick([...CHOICES[name]] as [unknown, ...unknown[]])])) as Statements
/** Mostly one to three statements change, sometimes all. */
export function changeSome(random: Random, statements: Statements): Statements {
  if (random.chance(0.1)) return chooseStatements(random)
  const names = Array.from({ length: 1 + Math.floor(random.uniform() * 3) }, () => random.pick(NAMES))
  return { ...statements, ...chooseStatements(random, names as typeof NAMES) }
}

const PROPS = { type: 'object', properties: {} }

export function fixturesOf(state: Statements): Fixture[] {
  const page = { module: './courses-page', structuredData: [...state.structuredData] }
  const offers = state.offers ? [{ path: state.offers }] : []
  const below = state.below && { fallback: { below: state.below, status: 404 as const } }
  const isOffered = (name: Statements['offersOf']) => (state.offersOf === name ? offers : [])
  const { 'public/images/courses/1.svg': _, ...content } = catalogFixture().content ?? {}
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
  const { modules, exposes = [], data } = catalogFixture()
  const block = {
    blocks: [{ module: './popular', props: PROPS }],
    exposes: [...exposes, './popular'],
    modules: { ...modules, './popular': { scripts: [], styles: ['popular.css'] } },
  }
  const unknown = { module: './blog-page', path: '/blog/unknown', noindex: true }
  const { fallback: status } = state
  return [
    hostFixture({
      pages: [
        { module: './home-page', path: '/', ...(state.block && { blocks: [{ name: 'catalog/popular', props: {} }] }) },
        { module: './about-page', path: '/about' },
      ],
      ...(state.menu && { menu: [{ menu: 'main', label: state.menu, to: '/about' }] }),
      contentSecurityPolicy: { 'img-src': [...state.everywhere] },
      content: { 'client/about.css': state.about, 'public/favicon.svg': svg(state.icon) },
    }),
    catalogFixture({
      trustedTypes: [...state.trustedTypes],
      data: { courses: [{ ...Object(data).courses[0], prices: [state.price] }] },
      ...(state.block && block),
      pages: [
        {
          ...page,
          path: '/courses',
          isolated: state.isIsolated,
          embedded: state.isEmbedded,
          noindex: state.isHidden,
          ...(state.variants.length > 0 && { variants: { parameter: 'category', values: [...state.variants] } }),
          contentSecurityPolicy: { 'script-src': [...state.hosts] },
        },
        ...isOffered('catalog').map((it) => ({ ...page, ...it, ...below })),
      ],
      content: {
        ...content,
        'client/remote-entry.js': state.entry,
        'client/courses.css': state.style,
        'client/courses.js': state.script,
        ...(state.block && { 'client/popular.css': '.popular{color:green}' }),
        'server/courses-page.cjs': pageBundle(`'<h1>${state.heading} at ' + url + '</h1>'`),
        'server/popular.cjs': pageBundle(`'<p>${state.block}</p>'`),
        ...(state.picture && { 'public/images/courses/1.svg': svg(`<path d="${state.picture}"/>`) }),
      },
    }),
    contentFixture({
      pages: [
        { module: './blog-page', path: '/blog' },
        ...(state.post ? [{ module: './blog-page', path: '/blog/2' }] : []),
        ...isOffered('content').map((it) => ({ module: './blog-page', ...it })),
        { ...unknown, ...(status && { fallback: { below: '/blog', status } }) },
      ],
      content: { 'server/blog-page.cjs': pageBundle(`'<h1>Blog ${state.post} at ' + url + '</h1>'`) },
    }),
  ]
}
