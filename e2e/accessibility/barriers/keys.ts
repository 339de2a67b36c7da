import type { Barrier } from './barrier'

/** 2.1, 2.4.3, 2.4.7, 2.4.11: everything by keys, in order and in sight. */
export const keys: readonly Barrier[] = [
  {
    name: 'a block is a button for the pointer alone',
    criterion: '2.1.1',
    on: 'careers',
    check: 'listeners',
    plant: ({ add }) => add('div', {}, 'Apply here').addEventListener('click', () => {}),
  },
  {
    name: 'a word is a button for the pointer alone',
    criterion: '2.1.1',
    on: 'policies',
    check: 'pointerOnly',
    plant: ({ add }) => {
      add('span', {}, 'Show all').onclick = () => {}
    },
  },
  {
    name: 'a link has lost its address',
    criterion: '2.1.1',
    on: 'home',
    check: 'pointerOnly',
    plant: ({ find }) => find('main a[href]').removeAttribute('href'),
  },
  {
    name: 'the button that sends is left out by Tab',
    criterion: '2.1.1',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ find }) => find('main button[type=submit]').setAttribute('tabindex', '-1'),
  },
  {
    name: 'a menu does not open by Enter',
    criterion: '2.1.1',
    on: 'about',
    check: 'popups',
    plant: ({ on }) =>
      on('keydown', (event) => {
        if (event.target instanceof Element && event.target.closest('summary')) event.preventDefault()
      }),
  },
  {
    name: 'the details of a course open by the pointer alone',
    criterion: '2.1.1',
    on: 'safety-plus',
    check: 'popups',
    plant: ({ on }) =>
      on('keydown', (event) => {
        if (event.target instanceof Element && event.target.matches('[aria-haspopup]')) event.preventDefault()
      }),
  },
  {
    name: 'a form cannot be entered',
    criterion: '2.1.1',
    on: 'sign-up',
    check: 'focusStops',
    plant: ({ find }) => {
      find('main form').inert = true
    },
  },
  {
    name: 'a block that scrolls cannot be scrolled by keys',
    criterion: '2.1.1',
    on: 'blog-post',
    check: 'axe',
    plant: ({ add, style }) => {
      add('div', { class: 'planted' }, 'long '.repeat(400))
      style('.planted { height: 60px; overflow: scroll }')
    },
  },
  {
    name: 'a field keeps the focus',
    criterion: '2.1.2',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ find }) =>
      find('main input').addEventListener('keydown', (event) => {
        if (event.key === 'Tab') event.preventDefault()
      }),
  },
  {
    name: 'the focus goes round between two fields',
    criterion: '2.1.2',
    on: 'sign-up',
    check: 'focusStops',
    plant: ({ all }) => {
      const [first, second] = all('main input')
      second?.addEventListener('blur', () => first?.focus())
    },
  },
  {
    name: 'a menu does not close by Escape',
    criterion: '2.1.2',
    on: 'blog',
    check: 'popups',
    plant: ({ on }) =>
      on('keydown', (event) => {
        if (event instanceof KeyboardEvent && event.key === 'Escape') event.stopImmediatePropagation()
      }),
  },
  {
    name: 'a letter moves the focus to the search',
    criterion: '2.1.4',
    on: 'courses',
    check: 'shortcuts',
    plant: ({ on, find }) =>
      on('keydown', (event) => {
        if (event instanceof KeyboardEvent && event.key === 's') find('main input').focus()
      }),
  },
  {
    name: 'a letter opens a menu',
    criterion: '2.1.4',
    on: 'careers',
    check: 'shortcuts',
    plant: ({ on, find }) =>
      on('keydown', (event) => {
        if (event instanceof KeyboardEvent && event.key === 'm') find('nav details').setAttribute('open', '')
      }),
  },
  {
    name: 'a field takes the first place of Tab',
    criterion: '2.4.3',
    on: 'sign-up',
    check: 'focusStops',
    plant: ({ find }) => find('main input[type=email]').setAttribute('tabindex', '5'),
  },
  {
    name: 'fields are shown in another order than Tab takes',
    criterion: '2.4.3',
    on: 'sign-up',
    check: 'order',
    plant: ({ style }) => style('main form { display: flex !important; flex-direction: column-reverse }'),
  },
  {
    name: 'the focus is lost when a window closes',
    criterion: '2.4.3',
    on: 'safety-plus',
    check: 'popups',
    plant: ({ on }) =>
      on('close', () => {
        HTMLElement.prototype.focus = () => {}
        setTimeout(() => (document.activeElement as HTMLElement | null)?.blur())
      }),
  },
  {
    name: 'a window opens beside which the page goes on',
    criterion: '2.4.3',
    on: 'safety-plus',
    check: 'popups',
    plant: () => {
      HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show
    },
  },
  {
    name: 'the focus stays behind an open window',
    criterion: '2.4.3',
    on: 'safety-plus',
    check: 'popups',
    plant: ({ always }) => {
      always('dialog[open]', () => (document.activeElement as HTMLElement | null)?.blur())
    },
  },
  {
    name: 'the focus is not to be seen',
    criterion: '2.4.7',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ style }) => style('* { outline: 0 !important; box-shadow: none !important }'),
  },
  {
    name: 'the focus on links is not to be seen',
    criterion: '2.4.7',
    on: 'careers',
    check: 'focusStops',
    plant: ({ style }) => style('main a { outline-color: transparent !important }'),
  },
  {
    name: 'a bar covers what has the focus',
    criterion: '2.4.11',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ add, style }) => {
      add('div', { class: 'planted' }, 'Read about our prices')
      style('.planted { position: fixed; inset: 30% 0 0; background: #fff; z-index: 99 }')
    },
  },
  {
    name: 'the header covers what has the focus',
    criterion: '2.4.11',
    on: 'sign-up',
    check: 'focusStops',
    plant: ({ style }) =>
      style(
        'body > *, #root > * { position: static } header { position: fixed !important; inset: 0 0 auto; height: 85vh; z-index: 99; background: #fff }',
      ),
  },
]
