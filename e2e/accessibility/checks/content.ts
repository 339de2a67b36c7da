import { type Check, looking } from './in-page'

/** 1.2.1 to 1.2.5, 1.4.2: a film is silent decoration or has captions and a description; sound has a transcript. */
export const media = looking(({ say, words }) => {
  const films = [...document.querySelectorAll('video')]
  const isDecoration = (it: HTMLVideoElement) => it.muted && !it.controls && it.closest('[aria-hidden=true]') !== null
  const shown = films.filter((it) => !isDecoration(it))
  const has = (it: Element, kind: string) => it.querySelector(`track[kind=${kind}][src]`) !== null
  const sounds = [...document.querySelectorAll('audio')]
  return [
    ...shown.filter((it) => !has(it, 'captions')).map((it) => `the film ${say(it)} has no captions`),
    ...shown.filter((it) => !has(it, 'descriptions')).map((it) => `the film ${say(it)} has no audio description`),
    ...sounds
      .filter((it) => !/transcript/i.test(words(it.parentElement)))
      .map((it) => `the sound ${say(it)} has no transcript beside it`),
    ...[...films, ...sounds]
      .filter((it) => it.autoplay && !it.muted && !it.controls)
      .map((it) => `${say(it)} sounds by itself and cannot be stopped`),
  ]
})

/** 2.3.1: nothing large flashes more than three times a second. */
export const flashes = looking(({ say }) => {
  const LEAST_MS = 333
  const SMALL_PX = 21_824
  return document.getAnimations().flatMap(({ effect, playState }) => {
    const { duration, iterations = 1 } = effect?.getTiming() ?? {}
    const target = (effect as KeyframeEffect | null)?.target
    if (!target || playState !== 'running' || Number(duration) >= LEAST_MS || iterations < 3) return []
    const { width, height } = target.getBoundingClientRect()
    return width * height > SMALL_PX ? [`${say(target)} flashes`] : []
  })
})

/** 3.3.4: before money moves, the page shows the order, its price and a way back. */
export const review = looking(({ all, words }) => {
  const pay = all('button').find((it) => /^Pay £/.test(words(it)))
  if (!pay) return []
  const amount = words(pay).replace('Pay ', '')
  const summary = all('main section, main aside').find((it) => /^Order Summary/.test(words(it)))
  return [
    ...(summary ? [] : ['what is ordered does not stand beside the button that pays']),
    ...(!summary || words(summary).includes(amount) ? [] : [`the summary does not say the ${amount} that is paid`]),
    ...(all('main a[href="/cart"]').length > 0 ? [] : ['nothing leads back to what is ordered']),
  ]
})

/** `prepareTemplate` records the listeners. */
const GESTURES = ['touchmove', 'pointermove', 'gesturestart', 'gesturechange', 'devicemotion', 'deviceorientation']

/** 2.5.1, 2.5.4: no gestures, no device motion. */
export const listeners: Check = async (page) => {
  const added = await page.evaluate((): string[] => Reflect.get(window, 'listenerTypes') ?? [])
  return GESTURES.filter((type) => added.includes(type)).map((type) => `the page listens to ${type}`)
}

/** 2.5.7 */
export const dragging = looking(({ all, say }) => {
  const dragged = all('[draggable=true], input[type=range]')
  return dragged.map((it) => `${say(it)} needs dragging`)
})

/** 1.3.2: boxes are in the order of the text. */
export const order = looking(({ all, say }) => {
  const reversed = all('main *, header *, footer *').filter((it) => {
    const { display, flexDirection, order: place, position } = getComputedStyle(it)
    const isFlex = display.endsWith('flex') && flexDirection.endsWith('reverse') && position !== 'fixed'
    return isFlex || (Number(place) !== 0 && !/^(OPTION|SUMMARY)$/.test(it.tagName))
  })
  const placed = all('main :is(ul, ol)').filter((list) => {
    const tops = [...list.children].map((it) => Math.round(it.getBoundingClientRect().top))
    return getComputedStyle(list).display === 'grid' && tops.some((top, index) => top < (tops[index - 1] ?? top) - 1)
  })
  return [...reversed, ...placed].map((it) => `${say(it)} is read in another order than it is shown`)
})

/** 1.3.3: no instruction by shape, size or place alone. */
export const sensory = looking(({ all, say, words }) => {
  const LED =
    /\b(the (red|green|blue|yellow|round|square) (button|link|box|icon)|(button|link|box|menu) (on|to) the (left|right)|button (below|above)\b)/i
  return all('p, li, label, legend')
    .filter((it) => LED.test(words(it)))
    .map((it) => `${say(it)} leads by what only eyes can find`)
})

/** 1.3.1: text that looks like a heading is one; axe checks their order. */
export const headings = looking(({ all, say, words }) =>
  all('main p, main div, main span')
    .filter((it) => it.childElementCount === 0 && words(it) && words(it).length < 60)
    .filter((it) => {
      const { fontSize, fontWeight, display } = getComputedStyle(it)
      const isLarge = Number.parseFloat(fontSize) >= 26 && Number(fontWeight) >= 600
      return (
        isLarge && display === 'block' && !/^[£\d]/.test(words(it)) && !it.closest('h1, h2, h3, h4, dl, blockquote')
      )
    })
    .map((it) => `${say(it)} looks like a heading and is none`),
)

/** 2.4.4: a link names its target; links of one name lead to one place. */
export const links = looking(({ all, groups, say, nameOf, referred }) => {
  const EMPTY = /^(click( here)?|here|more|read more|learn more|details|link|this|go|continue|https?:.*)$/i
  const shown = all<HTMLAnchorElement>('a[href]')
  const vague = shown.filter((it) => EMPTY.test(nameOf(it)) && !referred(it, 'aria-describedby'))
  const places = groups(shown, (it) => nameOf(it).toLowerCase())
  const doubled = places.filter(
    ([, many]) => new Set(many.map(({ href }) => href.split(href.startsWith('mailto:') ? '?' : '#')[0])).size > 1,
  )
  const silent = shown.filter((it) => it.target === '_blank' && !/new (tab|window)/i.test(nameOf(it)))
  return [
    ...vague.map((it) => `the link ${say(it)} does not say where it leads`),
    ...doubled.map(([name]) => `links named "${name}" lead to different places`),
    ...silent.map((it) => `the link ${say(it)} opens a new tab without saying so`),
  ]
})

/** 1.1.1: alternatives are meaningful; axe checks their presence. */
export const images = looking(({ all, say, words }) => {
  const plain = (text: string) => text.trim().toLowerCase()
  const wrong = (it: HTMLImageElement) => {
    const alt = it.alt
    if (/\.(jpe?g|png|svg|webp|avif|gif)\b|^[\w-]*\d{3,}[\w-]*$/i.test(alt)) return 'has a file name as its alternative'
    if (/^(an? )?(image|picture|photo|graphic|icon)( of)?\b/i.test(alt)) return 'is called a picture in its alternative'
    if (/^(untitled|placeholder|spacer|null|undefined|todo|alt)$/i.test(alt))
      return 'has an alternative that says nothing'
    const around = it.closest('a, button, figure, li, article')
    if (alt.length > 3 && around && plain(words(around)).includes(plain(alt))) return 'repeats the text beside it'
    return ''
  }
  const pictures = all<HTMLImageElement>('img').map((it) => [it, wrong(it)] as const)
  const drawings = all('svg').filter(
    (it) => it.getAttribute('aria-hidden') !== 'true' && !it.getAttribute('aria-label') && !it.querySelector('title'),
  )
  const hidden = all<HTMLImageElement>('main img[alt]:not([alt=""])').filter((it) => it.closest('[aria-hidden=true]'))
  return [
    ...pictures.filter(([, what]) => what).map(([it, what]) => `${say(it)} ${what}`),
    ...drawings.map((it) => `the drawing in ${say(it.parentElement ?? it)} is neither named nor hidden`),
    ...hidden.map((it) => `${say(it)} is hidden from assistive technology and says something`),
  ]
})
