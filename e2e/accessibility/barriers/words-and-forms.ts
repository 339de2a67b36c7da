import type { Barrier } from './barrier'

/** 3.1, 3.2.1, 3.2.2, 3.3: the language, and forms that can be filled in. */
export const wordsAndForms: readonly Barrier[] = [
  {
    name: 'the page does not say its language',
    criterion: '3.1.1',
    on: 'home',
    check: 'language',
    plant: () => document.documentElement.removeAttribute('lang'),
  },
  {
    name: 'the page says it is in French',
    criterion: '3.1.1',
    on: 'blog',
    check: 'language',
    plant: () => document.documentElement.setAttribute('lang', 'fr'),
  },
  {
    name: 'a part says a language that does not exist',
    criterion: '3.1.2',
    on: 'about',
    check: 'language',
    plant: ({ find }) => find('main p').setAttribute('lang', 'qx-nowhere'),
  },
  {
    name: 'a sentence in French does not say so',
    criterion: '3.1.2',
    on: 'blog-post',
    check: 'language',
    plant: ({ add }) => add('p', {}, 'La sécurité avant tout, et tout le temps.'),
    missed: 'which language a sentence is in is read by a person; the site has none but English',
  },
  {
    name: 'the focus on a field leads to another page',
    criterion: '3.2.1',
    on: 'sign-in',
    check: 'focusStops',
    plant: ({ find }) => find('main input').addEventListener('focus', () => history.pushState(null, '', '/signup')),
  },
  {
    name: 'the focus on a menu opens it',
    criterion: '3.2.1',
    on: 'sign-up',
    check: 'focusStops',
    plant: ({ find }) =>
      find('nav summary').addEventListener('focus', () => find('nav details').setAttribute('open', '')),
  },
  {
    name: 'a choice leads to another page',
    criterion: '3.2.2',
    on: 'cart-filled',
    check: 'choosing',
    plant: ({ find }) => find('main select').addEventListener('change', () => history.pushState(null, '', '/checkout')),
  },
  {
    name: 'a field sends the focus on when it is full',
    criterion: '3.2.2',
    on: 'contact',
    check: 'choosing',
    plant: ({ all }) => {
      const [first, second] = all('main input')
      first?.addEventListener('input', () => second?.focus())
    },
  },
  {
    name: 'what is wrong is not tied to its field',
    criterion: '3.3.1',
    on: 'contact',
    check: 'submitted',
    plant: ({ always }) => always('main [aria-invalid]', (it) => it.removeAttribute('aria-describedby')),
  },
  {
    name: 'a wrong field is marked by its colour alone',
    criterion: '3.3.1',
    on: 'sign-in',
    check: 'submitted',
    plant: ({ always }) => always('main [aria-invalid]', (it) => it.removeAttribute('aria-invalid')),
  },
  {
    name: 'the focus does not go to the errors',
    criterion: '3.3.1',
    on: 'sign-up',
    check: 'submitted',
    plant: () => {
      HTMLElement.prototype.focus = () => {}
    },
  },
  {
    name: 'an error leads to no field',
    criterion: '3.3.1',
    on: 'contact',
    check: 'submitted',
    plant: ({ always }) => always('[role=alert] a:not([href="#none"])', (it) => it.setAttribute('href', '#none')),
  },
  {
    name: 'a form only shakes when it is wrong',
    criterion: '3.3.1',
    on: 'contact',
    check: 'submitted',
    plant: ({ on }) => on('submit', (event) => event.stopImmediatePropagation()),
  },
  {
    name: 'the labels are to be heard only',
    criterion: '3.3.2',
    on: 'sign-in',
    check: 'labels',
    plant: ({ style }) => style('main label { position: absolute; width: 1px; height: 1px; overflow: hidden }'),
  },
  {
    name: 'a field has a hint in its place and no label',
    criterion: '3.3.2',
    on: 'contact',
    check: 'labels',
    plant: ({ find }) => {
      find('main label', 'Phone').remove()
      find('main input[type=tel]').setAttribute('placeholder', 'Phone')
    },
  },
  {
    name: 'nothing says that all fields are required',
    criterion: '3.3.2',
    on: 'sign-up',
    check: 'labels',
    plant: ({ find }) => find('main p', 'All fields are required').remove(),
  },
  {
    name: 'an error only says that it is one',
    criterion: '3.3.3',
    on: 'sign-in',
    check: 'submitted',
    plant: ({ always }) =>
      always('[id$="-error"]', (it) => {
        if (it.textContent !== 'Invalid') it.textContent = 'Invalid'
      }),
  },
  {
    name: 'what is paid for does not stand beside the payment',
    criterion: '3.3.4',
    on: 'checkout',
    check: 'review',
    plant: ({ find }) => find('main section, main aside', 'Subtotal').remove(),
  },
  {
    name: 'the summary says another amount than is paid',
    criterion: '3.3.4',
    on: 'checkout',
    check: 'review',
    plant: ({ find }) => {
      find('main button', 'Pay £').textContent = 'Pay £1.00'
    },
  },
  {
    name: 'the address is asked for twice',
    criterion: '3.3.7',
    on: 'sign-up',
    check: 'askedOnce',
    plant: ({ find, make }) => {
      const field = make('label', {}, 'Email again')
      field.append(make('input', { type: 'email', autocomplete: 'email' }))
      find('main form').append(field)
    },
  },
  {
    name: 'a password cannot be pasted',
    criterion: '3.3.8',
    on: 'sign-in',
    check: 'purposes',
    plant: ({ find }) => find('main input[type=password]').addEventListener('paste', (event) => event.preventDefault()),
  },
  {
    name: 'a password manager is kept out',
    criterion: '3.3.8',
    on: 'sign-up',
    check: 'purposes',
    plant: ({ find }) => find('main input[type=password]').setAttribute('autocomplete', 'off'),
  },
  {
    name: 'a riddle is to be solved',
    criterion: '3.3.8',
    on: 'sign-in',
    check: 'purposes',
    plant: ({ find, make }) => {
      const field = make('label', {}, 'Type the characters of the picture')
      field.append(make('input'))
      find('main form').append(field)
    },
  },
]
