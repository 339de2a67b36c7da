import type { Barrier } from './barrier'

/** 1.4: colours, sizes and room. */
export const sight: readonly Barrier[] = [
  {
    name: 'a link in a sentence is told by its colour alone',
    criterion: '1.4.1',
    on: 'contact',
    check: 'colourAlone',
    plant: ({ style }) =>
      style('main p a { text-decoration: none !important; border: 0 !important; font-weight: 400 }'),
  },
  {
    name: 'the link of the current page is told by its colour alone',
    criterion: '1.4.1',
    on: 'about',
    check: 'colourAlone',
    plant: ({ style }) => style('nav [aria-current]::after, nav [aria-current]::before { display: none }'),
    missed: 'how the link is marked is seen by a person, in the pictures of the pages; heading and title say it too',
  },
  {
    name: 'a sound begins by itself',
    criterion: '1.4.2',
    on: 'home',
    check: 'media',
    plant: ({ add }) => add('audio', { autoplay: '' }, '', 'main section').after('transcript'),
  },
  {
    name: 'text is grey on white',
    criterion: '1.4.3',
    on: 'policies',
    check: 'axe',
    plant: ({ style }) => style('main p { color: #999 !important }'),
  },
  {
    name: 'the words of a button are hardly darker than it',
    criterion: '1.4.3',
    on: 'sign-in',
    check: 'axe',
    plant: ({ style }) => style('main button[type=submit] { color: #7aa !important }'),
  },
  {
    name: 'the hint in the search field is faint',
    criterion: '1.4.3',
    on: 'courses',
    check: 'placeholders',
    plant: ({ style }) => style('::placeholder { color: #bbb !important; opacity: 1 !important }'),
  },
  {
    name: 'text stands on a photograph',
    criterion: '1.4.3',
    on: 'about',
    check: 'axe',
    plant: ({ style }) => style('main h2 { color: #777; background: url(/images/courses/1.svg) center / cover }'),
    missed:
      'the colours under the letters of a picture are not known before it is painted; axe leaves them to a person',
  },
  {
    name: 'text keeps its size',
    criterion: '1.4.4',
    on: 'careers',
    check: 'textGrows',
    plant: ({ style }) => style('main p { font-size: 15px !important }'),
  },
  {
    name: 'the page may not be zoomed',
    criterion: '1.4.4',
    on: 'courses',
    check: 'zoomAndTurn',
    plant: ({ find }) => find('meta[name=viewport]').setAttribute('content', 'width=device-width, user-scalable=no'),
  },
  {
    name: 'the page may be zoomed a little only',
    criterion: '1.4.4',
    on: 'blog-post',
    check: 'zoomAndTurn',
    plant: ({ find }) => find('meta[name=viewport]').setAttribute('content', 'width=device-width, maximum-scale=1.2'),
  },
  {
    name: 'a text is a picture',
    criterion: '1.4.5',
    on: 'blog-post',
    check: 'picturesOfText',
    plant: ({ add }) =>
      add('img', {
        src: '/images/courses/1.svg',
        width: '300',
        height: '200',
        alt: 'Call us between nine and five on every working day and ask what course is right for you',
      }),
  },
  {
    name: 'a part is wider than a phone',
    criterion: '1.4.10',
    on: 'contact',
    check: 'reflow',
    plant: ({ style }) => style('main form { min-width: 600px }'),
  },
  {
    name: 'a line of text does not break',
    criterion: '1.4.10',
    on: 'policies',
    check: 'reflow',
    plant: ({ style }) => style('main p { white-space: nowrap }'),
  },
  {
    name: 'a text is cut on a narrow screen',
    criterion: '1.4.10',
    on: 'about',
    check: 'reflow',
    plant: ({ style }) => style('@media (max-width: 400px) { main p { max-height: 2em; overflow: hidden } }'),
  },
  {
    name: 'texts lie over each other on a narrow screen',
    criterion: '1.4.10',
    on: 'sign-in',
    check: 'reflow',
    plant: ({ style }) => style('@media (max-width: 400px) { main h1 { margin-bottom: -3rem } }'),
  },
  {
    name: 'the edge of a field is hardly to be seen',
    criterion: '1.4.11',
    on: 'contact',
    check: 'edges',
    plant: ({ style }) => style('main input, main textarea { border: 1px solid #ddd !important }'),
  },
  {
    name: 'the icon of the cart is hardly to be seen',
    criterion: '1.4.11',
    on: 'cart-empty',
    check: 'icons',
    plant: ({ style }) => style('header a[href="/cart"] { color: #ccc !important }'),
  },
  {
    name: 'the mark of the focus is hardly to be seen',
    criterion: '1.4.11',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ style }) => style('main :focus-visible, main :focus-within { outline-color: #eee !important }'),
  },
  {
    name: 'in forced colours the fields are gone',
    criterion: '1.4.11',
    on: 'contact',
    check: 'forcedColours',
    plant: ({ style }) => style('@media (forced-colors: active) { main input { border: 0 !important } }'),
  },
  {
    name: 'buttons keep their own colours where colours are forced',
    criterion: '1.4.11',
    on: 'sign-up',
    check: 'forcedColours',
    plant: ({ style }) => style('main button { forced-color-adjust: none }'),
  },
  {
    name: 'headings have a fixed height',
    criterion: '1.4.12',
    on: 'careers',
    check: 'textSpacing',
    plant: ({ all }) => {
      for (const it of all('main h2, main h3')) {
        it.style.height = `${it.offsetHeight}px`
        it.style.overflow = 'hidden'
      }
    },
  },
  {
    name: 'the words of a button have a fixed width',
    criterion: '1.4.12',
    on: 'home',
    check: 'textSpacing',
    plant: ({ all }) => {
      for (const it of all('main section:first-of-type a')) {
        it.style.width = `${it.offsetWidth}px`
        it.style.paddingInline = '0'
        it.style.height = `${it.offsetHeight - 20}px`
        it.style.whiteSpace = 'nowrap'
        it.style.overflow = 'hidden'
        it.style.width = 'min-content'
        it.style.width = `${it.offsetWidth}px`
      }
    },
  },
  {
    name: 'a hint goes when the pointer comes to it',
    criterion: '1.4.13',
    on: 'sign-in',
    check: 'hovering',
    plant: ({ find, make, style }) => {
      find('main form').append(make('span', { class: 'planted' }, 'Planted hint about a button'))
      style(
        '.planted { display: none; pointer-events: none } main form:has(button[type=submit]:hover) .planted { display: block }',
      )
    },
  },
  {
    name: 'a hint covers the page until the pointer goes',
    criterion: '1.4.13',
    on: 'contact',
    check: 'hovering',
    plant: ({ find, make, style }) => {
      find('main').prepend(make('p', { class: 'planted' }, 'Planted hint about a field'))
      style(
        '.planted { display: none } main:has(input:hover) .planted { display: block; position: fixed; top: 0; left: 0 }',
      )
    },
  },
]
