import type { Barrier } from './barrier'

/** 4.1: names, roles, states and messages. */
export const assistiveTechnology: readonly Barrier[] = [
  {
    name: 'a button has no name',
    criterion: '4.1.2',
    on: 'contact',
    check: 'names',
    plant: ({ find }) => find('main button[type=submit]').replaceChildren(),
  },
  {
    name: 'a field has no name',
    criterion: '4.1.2',
    on: 'courses',
    check: 'names',
    plant: ({ find }) => {
      const field = find('main input')
      for (const name of ['aria-label', 'aria-labelledby', 'placeholder', 'title', 'id']) field.removeAttribute(name)
    },
  },
  {
    name: 'a state has a word that is none',
    criterion: '4.1.2',
    on: 'sign-in',
    check: 'roles',
    plant: ({ find }) => find('main [aria-pressed]').setAttribute('aria-pressed', 'no'),
  },
  {
    name: 'the cart does not say that it is open',
    criterion: '4.1.2',
    on: 'policies',
    check: 'roles',
    plant: ({ find }) => find('header [aria-haspopup]').setAttribute('aria-haspopup', 'false'),
  },
  {
    name: 'a region refers to a heading that is not there',
    criterion: '4.1.2',
    on: 'home',
    check: 'roles',
    plant: ({ find }) => find('main [aria-labelledby]').setAttribute('aria-labelledby', 'nothing'),
  },
  {
    name: 'a button is a block with a role and no place for the focus',
    criterion: '4.1.2',
    on: 'careers',
    check: 'focusStops',
    plant: ({ add }) => add('div', { role: 'button' }, 'Apply here'),
  },
  {
    name: 'a link is said to be a heading',
    criterion: '4.1.2',
    on: 'about',
    check: 'axe',
    plant: ({ find }) => find('main a[href]').setAttribute('role', 'heading'),
  },
  {
    name: 'a role that does not exist',
    criterion: '4.1.2',
    on: 'blog',
    check: 'axe',
    plant: ({ find }) => find('main h2').setAttribute('role', 'headline'),
  },
  {
    name: 'a window has no name',
    criterion: '4.1.2',
    on: 'safety-plus',
    check: 'popups',
    plant: ({ always }) => always('dialog[open]', (it) => it.removeAttribute('aria-labelledby')),
  },
  {
    name: 'the button that closes a window has no name',
    criterion: '4.1.2',
    on: 'safety-plus',
    check: 'popups',
    plant: ({ always }) => always('dialog [aria-label=Close]', (it) => it.removeAttribute('aria-label')),
  },
  {
    name: 'a link is hidden from screen readers and takes the focus',
    criterion: '4.1.2',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ find }) => find('main a[href="/signup"]').setAttribute('aria-hidden', 'true'),
  },
  {
    name: 'the button that shows the password does not say whether it does',
    criterion: '4.1.2',
    on: 'sign-in',
    check: 'roles',
    plant: ({ find }) => find('main [aria-pressed]').removeAttribute('aria-pressed'),
    missed: 'that a button has two states is known to who made it; a test of the account pages asks for the state',
  },
  {
    name: 'nothing on the page announces',
    criterion: '4.1.3',
    on: 'careers',
    check: 'announcements',
    plant: ({ all }) => {
      for (const it of all('[role=status], [aria-live]')) it.remove()
    },
  },
  {
    name: 'what is announced is hidden',
    criterion: '4.1.3',
    on: 'policies',
    check: 'announcements',
    plant: ({ all }) => {
      for (const it of all('[role=status], [aria-live]')) it.setAttribute('aria-hidden', 'true')
    },
  },
  {
    name: 'nobody hears that a course is in the cart',
    criterion: '4.1.3',
    on: 'courses',
    check: 'announced',
    plant: ({ always }) =>
      always('[role=status], [aria-live]', (it) => {
        it.removeAttribute('role')
        it.removeAttribute('aria-live')
      }),
  },
  {
    name: 'what is announced on Safety Plus is switched off',
    criterion: '4.1.3',
    on: 'safety-plus',
    check: 'announced',
    plant: ({ always }) => always('[role=status], [aria-live]', (it) => it.setAttribute('aria-live', 'off')),
  },
]
