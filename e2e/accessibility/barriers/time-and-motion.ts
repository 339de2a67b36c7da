import type { Barrier } from './barrier'

/** 2.2 and 2.3: as much time as is needed, and nothing that moves or flashes. */
export const timeAndMotion: readonly Barrier[] = [
  {
    name: 'the page leaves after ten minutes',
    criterion: '2.2.1',
    on: 'checkout',
    check: 'time',
    plant: () => {
      setTimeout(() => history.pushState(null, '', '/courses?late'), 600_000)
    },
  },
  {
    name: 'a window says that time is up',
    criterion: '2.2.1',
    on: 'sign-in',
    check: 'time',
    plant: ({ add }) => {
      setTimeout(() => add('p', { role: 'alertdialog' }, 'Your session has ended.'), 300_000)
    },
  },
  {
    name: 'a form is emptied after a while',
    criterion: '2.2.1',
    on: 'contact',
    check: 'time',
    plant: ({ find }) => {
      setTimeout(() => find('main form').replaceChildren(), 900_000)
    },
  },
  {
    name: 'the page reloads by itself',
    criterion: '2.2.1',
    on: 'blog',
    check: 'motion',
    plant: ({ make }) => document.head.append(make('meta', { 'http-equiv': 'refresh', content: '3000' })),
  },
  {
    name: 'a picture moves without an end',
    criterion: '2.2.2',
    on: 'about',
    check: 'motion',
    plant: ({ style }) =>
      style('@keyframes planted { to { transform: rotate(1turn) } } main img { animation: planted 4s infinite }'),
  },
  {
    name: 'a line of news runs through the page',
    criterion: '2.2.2',
    on: 'policies',
    check: 'motion',
    plant: ({ add }) => add('marquee', {}, 'New courses in May'),
  },
  {
    name: 'texts take turns by themselves',
    criterion: '2.2.2',
    on: 'home',
    check: 'time',
    plant: ({ find }) => {
      setInterval(() => (find('main p').textContent += ' more'), 5_000)
    },
  },
  {
    name: 'a part of the page flashes',
    criterion: '2.3.1',
    on: 'home',
    check: 'flashes',
    plant: ({ style }) =>
      style(
        '@keyframes planted { to { background: red } } main section { animation: planted 0.1s infinite alternate }',
      ),
  },
  {
    name: 'the film in the first view flashes',
    criterion: '2.3.1',
    on: 'home',
    check: 'flashes',
    plant: ({ find }) => find('main video source, main video').setAttribute('src', '/flashing.webm'),
    missed: 'what a film shows is not looked into; whoever replaces the one film of the site looks at it',
  },
]
