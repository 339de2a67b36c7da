import type { Barrier } from './barrier'

/** 2.5: one finger, a trembling hand, a voice. */
export const pointers: readonly Barrier[] = [
  {
    name: 'pictures are turned over by a stroke of the finger',
    criterion: '2.5.1',
    on: 'home',
    check: 'listeners',
    plant: ({ find }) => find('main section').addEventListener('touchmove', () => {}, { passive: true }),
  },
  {
    name: 'a button acts when it is pressed down',
    criterion: '2.5.2',
    on: 'careers',
    check: 'listeners',
    plant: ({ find }) => find('main button').addEventListener('pointerdown', () => {}),
  },
  {
    name: 'a link acts when the mouse is pressed down',
    criterion: '2.5.2',
    on: 'about',
    check: 'pressing',
    plant: ({ find }) => {
      find('header a[href="/about"]').onmousedown = () => {}
    },
  },
  {
    name: 'a button has another name than it shows',
    criterion: '2.5.3',
    on: 'contact',
    check: 'labelInName',
    plant: ({ find }) => find('main button[type=submit]').setAttribute('aria-label', 'Submit the form'),
  },
  {
    name: 'a link is named by another element',
    criterion: '2.5.3',
    on: 'home',
    check: 'labelInName',
    plant: ({ find, add }) => {
      add('span', { id: 'planted' }, 'Look at what we teach')
      find('main a[href="/courses"]').setAttribute('aria-labelledby', 'planted')
    },
  },
  {
    name: 'shaking the device takes back',
    criterion: '2.5.4',
    on: 'cart-filled',
    check: 'listeners',
    plant: () => addEventListener('devicemotion', () => {}),
  },
  {
    name: 'lines of the cart are sorted by dragging',
    criterion: '2.5.7',
    on: 'cart-filled',
    check: 'dragging',
    plant: ({ find }) => find('main li').setAttribute('draggable', 'true'),
  },
  {
    name: 'the price is chosen on a slider',
    criterion: '2.5.7',
    on: 'courses',
    check: 'dragging',
    plant: ({ add }) => add('input', { type: 'range', 'aria-label': 'Price' }),
  },
  {
    name: 'links stand close together',
    criterion: '2.5.8',
    on: 'home',
    check: 'targets',
    plant: ({ style }) =>
      style(
        'footer nav a { display: block; min-height: 0 !important; padding: 0 !important; font-size: 12px; line-height: 14px } footer nav :is(ul, li) { display: block; margin: 0 !important; gap: 0; padding: 0 }',
      ),
  },
  {
    name: 'a button is small and next to another',
    criterion: '2.5.8',
    on: 'sign-in',
    check: 'targets',
    plant: ({ style }) =>
      style(
        'main form button[type=button] { width: 12px; height: 12px; min-height: 0 !important; min-width: 0 !important; padding: 0; overflow: hidden }',
      ),
  },
]
