import type { Barrier } from './barrier'

/** 1.1 and 1.2: what is no text has one. */
export const textAlternatives: readonly Barrier[] = [
  {
    name: 'a picture has no alternative',
    criterion: '1.1.1',
    on: 'home',
    check: 'images',
    plant: ({ find }) => find('main img').removeAttribute('alt'),
  },
  {
    name: 'the alternative of a picture is its file name',
    criterion: '1.1.1',
    on: 'home',
    check: 'images',
    plant: ({ find }) => find('main img').setAttribute('alt', 'IMG_4411.jpg'),
  },
  {
    name: 'the alternative only says that it is a picture',
    criterion: '1.1.1',
    on: 'about',
    check: 'images',
    plant: ({ find }) => find('main img').setAttribute('alt', 'Photo of a person'),
  },
  {
    name: 'the alternative is a placeholder',
    criterion: '1.1.1',
    on: 'blog',
    check: 'images',
    plant: ({ find }) => find('main img').setAttribute('alt', 'untitled'),
  },
  {
    name: 'the picture of a post repeats its title',
    criterion: '1.1.1',
    on: 'blog',
    check: 'images',
    plant: ({ find }) => find('main article img').setAttribute('alt', find('main article h2').textContent ?? ''),
  },
  {
    name: 'the picture of a course says something else than what it shows',
    criterion: '1.1.1',
    on: 'courses',
    check: 'images',
    plant: ({ find }) => find('main li img').setAttribute('alt', 'A cat on a sofa'),
    missed: 'what a picture shows is seen by a person alone',
  },
  {
    name: 'a drawing is neither named nor hidden',
    criterion: '1.1.1',
    on: 'contact',
    check: 'images',
    plant: ({ find }) => find('header svg').removeAttribute('aria-hidden'),
  },
  {
    name: 'a frame has no title',
    criterion: '1.1.1',
    on: 'contact',
    check: 'images',
    plant: ({ add }) => add('iframe', { width: '300', height: '200' }),
  },
  {
    name: 'a picture that says something is hidden from screen readers',
    criterion: '1.1.1',
    on: 'about',
    check: 'images',
    plant: ({ find }) => {
      find('main img').setAttribute('alt', 'The two directors in the workshop')
      find('main img').parentElement?.setAttribute('aria-hidden', 'true')
    },
  },
  {
    name: 'the icon of the cart loses its words',
    criterion: '1.1.1',
    on: 'cart-empty',
    check: 'names',
    plant: ({ find }) => find('header a[href="/cart"] span').remove(),
  },
  {
    name: 'a recording has no transcript',
    criterion: '1.2.1',
    on: 'blog-post',
    check: 'media',
    plant: ({ add }) => add('audio', { controls: '' }),
  },
  {
    name: 'a film has no captions',
    criterion: '1.2.2',
    on: 'blog-post',
    check: 'media',
    plant: ({ add, make }) =>
      add('video', { controls: '' }).append(make('track', { kind: 'descriptions', src: '/d.vtt' })),
  },
  {
    name: 'a film has no audio description',
    criterion: '1.2.5',
    on: 'blog-post',
    check: 'media',
    plant: ({ add, make }) => add('video', { controls: '' }).append(make('track', { kind: 'captions', src: '/c.vtt' })),
  },
  {
    name: 'a film has neither captions nor an alternative',
    criterion: '1.2.3',
    on: 'careers',
    check: 'media',
    plant: ({ add }) => add('video', { controls: '' }),
  },
]
