import type { Barrier } from './barrier'

/** 1.3: the structure that is seen is there for everybody. */
export const structure: readonly Barrier[] = [
  {
    name: 'a level of headings is left out',
    criterion: '1.3.1',
    on: 'home',
    check: 'headings',
    plant: ({ find }) => find('main h3').setAttribute('aria-level', '5'),
  },
  {
    name: 'what looks like a heading is none',
    criterion: '1.3.1',
    on: 'about',
    check: 'headings',
    plant: ({ add, style }) => {
      add('div', { class: 'planted' }, 'Our history')
      style('.planted { font-size: 2rem; font-weight: 700 }')
    },
  },
  {
    name: 'a heading becomes a paragraph',
    criterion: '1.3.1',
    on: 'careers',
    check: 'headings',
    plant: ({ find, make }) => {
      const heading = find('main h2')
      const { fontSize, fontWeight } = getComputedStyle(heading)
      const paragraph = make('p', {}, heading.textContent ?? '')
      paragraph.style.fontSize = fontSize
      paragraph.style.fontWeight = fontWeight
      heading.replaceWith(paragraph)
    },
  },
  {
    name: 'the page has two first headings',
    criterion: '1.3.1',
    on: 'blog',
    check: 'headings',
    plant: ({ add }) => add('h1', {}, 'Blog'),
  },
  {
    name: 'the page has no first heading',
    criterion: '1.3.1',
    on: 'cart-filled',
    check: 'headings',
    plant: ({ find }) => find('main h1').setAttribute('role', 'paragraph'),
  },
  {
    name: 'a list is no list for screen readers',
    criterion: '1.3.1',
    on: 'cart-filled',
    check: 'roles',
    plant: ({ find }) => find('main ul').setAttribute('role', 'presentation'),
  },
  {
    name: 'a list is made of paragraphs with dots',
    criterion: '1.3.1',
    on: 'careers',
    check: 'roles',
    plant: ({ add }) => {
      for (const text of ['Paid holidays', 'Own courses', 'Short ways']) add('p', {}, `• ${text}`)
    },
  },
  {
    name: 'the facts about the company are no list of terms any more',
    criterion: '1.3.1',
    on: 'contact',
    check: 'roles',
    plant: ({ find }) => find('main dl').setAttribute('role', 'none'),
  },
  {
    name: 'a table has no heads',
    criterion: '1.3.1',
    on: 'blog-post',
    check: 'roles',
    plant: ({ add, make }) => {
      const table = add('table')
      for (const cells of [
        ['Course', 'Price'],
        ['First aid', '£199'],
      ]) {
        const row = make('tr')
        row.append(...cells.map((text) => make('td', {}, text)))
        table.append(row)
      }
    },
  },
  {
    name: 'a label belongs to no field',
    criterion: '1.3.1',
    on: 'contact',
    check: 'labels',
    plant: ({ find }) => find('main label', 'First Name').removeAttribute('for'),
  },
  {
    name: 'that a field is required is said to the eye alone',
    criterion: '1.3.1',
    on: 'checkout',
    check: 'labels',
    plant: ({ find }) => find('main input[required]').removeAttribute('required'),
  },
  {
    name: 'the ways to pay are in no group',
    criterion: '1.3.1',
    on: 'checkout',
    check: 'labels',
    plant: ({ all, make }) => {
      for (const group of all('main fieldset, main [role=radiogroup]')) {
        const plain = make('div')
        plain.append(...group.childNodes)
        group.replaceWith(plain)
      }
    },
  },
  {
    name: 'the main part is none',
    criterion: '1.3.1',
    on: 'policies',
    check: 'roles',
    plant: ({ find }) => find('main').setAttribute('role', 'generic'),
  },
  {
    name: 'the links of the header are shown in another order',
    criterion: '1.3.2',
    on: 'about',
    check: 'order',
    plant: ({ style }) => style('nav[aria-label=Main] ul { display: flex; flex-direction: row-reverse }'),
  },
  {
    name: 'a line of the cart is shown before the one before it',
    criterion: '1.3.2',
    on: 'contact',
    check: 'order',
    plant: ({ style }) => style('main form > * { order: 2 } main form > :last-child { order: 1 }'),
  },
  {
    name: 'the last course is shown in the first row',
    criterion: '1.3.2',
    on: 'courses',
    check: 'order',
    plant: ({ find }) => {
      const list = find('main h3').closest('ul')
      if (list?.lastElementChild instanceof HTMLElement) list.lastElementChild.style.gridRow = '1'
    },
  },
  {
    name: 'a text leads by colour and side',
    criterion: '1.3.3',
    on: 'cart-filled',
    check: 'sensory',
    plant: ({ add }) => add('p', {}, 'Press the green button to go on.'),
  },
  {
    name: 'a text leads by the place',
    criterion: '1.3.3',
    on: 'contact',
    check: 'sensory',
    plant: ({ add }) => add('p', {}, 'Use the box on the right to write to us.'),
  },
  {
    name: 'the page is not shown on an upright screen',
    criterion: '1.3.4',
    on: 'sign-in',
    check: 'zoomAndTurn',
    plant: ({ style }) => style('@media (orientation: portrait) { main { display: none } }'),
  },
  {
    name: 'the page turns itself on an upright screen',
    criterion: '1.3.4',
    on: 'sign-up',
    check: 'zoomAndTurn',
    plant: ({ style }) => style('@media (orientation: portrait) { body { transform: rotate(90deg) } }'),
  },
  {
    name: 'the browser is not to fill in the address',
    criterion: '1.3.5',
    on: 'contact',
    check: 'purposes',
    plant: ({ find }) => find('main input[type=email]').setAttribute('autocomplete', 'off'),
  },
  {
    name: 'the last name is said to be the first',
    criterion: '1.3.5',
    on: 'checkout',
    check: 'purposes',
    plant: ({ find }) => find('main [autocomplete=family-name]').setAttribute('autocomplete', 'given-name'),
  },
]
