import type { Barrier } from './barrier'

/** 2.4, 3.2: where one is, where links lead, and that pages are alike. */
export const findingTheWay: readonly Barrier[] = [
  {
    name: 'the way past the header is gone',
    criterion: '2.4.1',
    on: 'home',
    check: 'landmarks',
    plant: ({ find }) => find('a[href="#main"]').remove(),
  },
  {
    name: 'the way past the header leads nowhere',
    criterion: '2.4.1',
    on: 'blog-post',
    check: 'landmarks',
    plant: ({ find }) => find('a[href="#main"]').setAttribute('href', '#nowhere'),
  },
  {
    name: 'the navigations have no names',
    criterion: '2.4.1',
    on: 'courses',
    check: 'landmarks',
    plant: ({ find }) => find('header nav').removeAttribute('aria-label'),
  },
  {
    name: 'the page has no title',
    criterion: '2.4.2',
    on: 'careers',
    check: 'title',
    plant: () => {
      document.title = ''
    },
  },
  {
    name: 'every page has the title of the site',
    criterion: '2.4.2',
    on: 'contact',
    check: 'title',
    plant: () => {
      document.title = 'Safety Training Partners'
    },
  },
  {
    name: 'the title is that of another page',
    criterion: '2.4.2',
    on: 'sign-up',
    check: 'title',
    plant: () => {
      document.title = 'Careers | Safety Training Partners'
    },
  },
  {
    name: 'a link only says more',
    criterion: '2.4.4',
    on: 'blog',
    check: 'links',
    plant: ({ find }) => {
      const link = find('main a[href]', 'Read More')
      link.removeAttribute('aria-label')
      link.removeAttribute('aria-describedby')
      link.textContent = 'Read more'
    },
  },
  {
    name: 'links of one name lead to two places',
    criterion: '2.4.4',
    on: 'home',
    check: 'links',
    plant: ({ all }) => {
      for (const it of all('main li a[href]')) it.textContent = 'See the courses of this kind'
    },
  },
  {
    name: 'a link leads nowhere',
    criterion: '2.4.4',
    on: 'about',
    check: 'links',
    plant: ({ add }) => add('a', { href: '#' }, 'Our history'),
  },
  {
    name: 'a link opens a new tab without saying so',
    criterion: '2.4.4',
    on: 'policies',
    check: 'links',
    plant: ({ find }) => find('header a[href^="https:"]').setAttribute('target', '_blank'),
  },
  {
    name: 'a link has no name',
    criterion: '2.4.4',
    on: 'careers',
    check: 'names',
    plant: ({ add, style }) => {
      add('a', { href: '/courses', class: 'planted' })
      style('.planted { display: block; width: 40px; height: 40px; background: navy }')
    },
  },
  {
    name: 'the links of the footer are gone',
    criterion: '2.4.5',
    on: 'blog-post',
    check: 'consistency',
    plant: ({ find }) => find('footer nav').remove(),
  },
  {
    name: 'a heading is empty',
    criterion: '2.4.6',
    on: 'blog',
    check: 'headings',
    plant: ({ add, style }) => {
      add('h2', { class: 'planted' })
      style('.planted { height: 1em }')
    },
  },
  {
    name: 'a heading says nothing of what follows',
    criterion: '2.4.6',
    on: 'about',
    check: 'headings',
    plant: ({ find }) => {
      find('main h2').textContent = 'Section two'
    },
    missed: 'whether words fit what they stand above is read by a person',
  },
  {
    name: 'the links of the header are in another order on this page',
    criterion: '3.2.3',
    on: 'careers',
    check: 'consistency',
    plant: ({ find, all }) =>
      find('nav[aria-label=Main] ul').prepend(...all('nav[aria-label=Main] > ul > li').slice(-1)),
  },
  {
    name: 'a page has a link of the header more',
    criterion: '3.2.3',
    on: 'blog',
    check: 'consistency',
    plant: ({ find, make }) => {
      const item = make('li')
      item.append(make('a', { href: '/policies' }, 'Policies'))
      find('nav[aria-label=Main] ul').prepend(item)
    },
  },
  {
    name: 'the cart has another name on this page',
    criterion: '3.2.4',
    on: 'policies',
    check: 'consistency',
    plant: ({ find }) => {
      find('header a[href="/cart"] span').textContent = 'Basket'
    },
  },
  {
    name: 'the chat is not on this page',
    criterion: '3.2.6',
    on: 'checkout',
    check: 'consistency',
    plant: ({ find }) => find('aside a[href*="wa.me"]').remove(),
  },
  {
    name: 'the ways to get help are in another order on this page',
    criterion: '3.2.6',
    on: 'contact',
    check: 'consistency',
    plant: ({ find }) => find('footer a[href^="tel:"]').before(find('footer a[href^="mailto:"]')),
  },
]
