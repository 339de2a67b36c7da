import { type Check, looking } from './in-page'

/** 1.2.1 to 1.2.5, 1.4.2: films are silent decoration, and there is no sound. */
export const media = looking(({ say }) => [
  ...[...document.querySelectorAll('video')]
    .filter((it) => !it.muted || it.controls || !it.closest('[aria-hidden=true]'))
    .map((it) => `the film ${say(it)} is no silent decoration: it needs captions and a description`),
  ...[...document.querySelectorAll('audio')].map((it) => `the sound ${say(it)} needs a transcript and a stop button`),
])

/** 3.3.4: before money moves, the page shows the order, its price and a way back. */
export const review = looking(({ all, words }) => {
  const pay = all('button').find((it) => /^Pay £/.test(words(it)))
  if (!pay) return []
  const amount = words(pay).replace('Pay ', '')
  const summary = all('main section, main aside').find((it) => /^Order Summary/.test(words(it)))
  return [
    ...(words(summary).replaceAll(',', '').includes(amount)
      ? []
      : [`no summary beside the button says the ${amount} that is paid`]),
    ...(all('main a[href="/cart"]').length > 0 ? [] : ['nothing leads back to what is ordered']),
  ]
})

/** `prepareTemplate` records the listeners. */
const GESTURES = ['touchmove', 'pointermove', 'gesturestart', 'gesturechange', 'devicemotion', 'deviceorientation']

/** 2.5.1, 2.5.4, 2.5.7: no gestures, no device motion, no dragging. */
export const gestures: Check = async (page) => {
  const added = await page.evaluate((): string[] => Reflect.get(window, 'listenerTypes') ?? [])
  const dragged = looking(({ all, say }) =>
    all('[draggable=true], input[type=range]').map((it) => `${say(it)} needs dragging`),
  )
  const listened = GESTURES.filter((type) => added.includes(type)).map((type) => `the page listens to ${type}`)
  return [...listened, ...(await dragged(page))]
}

/** 1.3.2: boxes are in the order of the text. */
export const order = looking(({ all, say }) => {
  const reversed = all('main *, header *, footer *').filter((it) => {
    const { display, flexDirection, order: place, position } = getComputedStyle(it)
    const isReversed = display.endsWith('flex') && flexDirection.endsWith('reverse') && position !== 'fixed'
    return isReversed || (Number(place) !== 0 && !/^(OPTION|SUMMARY)$/.test(it.tagName))
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
  const led = all('p, li, label, legend').filter((it) => LED.test(words(it)))
  return led.map((it) => `${say(it)} leads by what only eyes can find`)
})

/** 1.3.1: text that looks like a heading is one; axe checks their order. */
export const headings = looking(({ all, say, words }) =>
  all('main :is(p, div, span):not(:is(h1, h2, h3, h4, dl, blockquote) *)')
    .filter((it) => it.childElementCount === 0 && /^[^£\d].{0,58}$/.test(words(it)))
    .filter((it) => {
      const { fontSize, fontWeight, display } = getComputedStyle(it)
      return Number.parseFloat(fontSize) >= 26 && Number(fontWeight) >= 600 && display === 'block'
    })
    .map((it) => `${say(it)} looks like a heading and is none`),
)

/** 2.4.4: a link names its target; links of one name lead to one place. */
export const links = looking(({ all, say, nameOf, referred }) => {
  const EMPTY = /^(click( here)?|here|more|read more|learn more|details|link|this|go|continue|https?:.*)$/i
  const places = new Map<string, string>()
  return all<HTMLAnchorElement>('a[href]').flatMap((it) => {
    const name = nameOf(it)
    const [place = ''] = it.href.split(it.href.startsWith('mailto:') ? '?' : '#')
    const other = places.get(name.toLowerCase()) ?? place
    places.set(name.toLowerCase(), place)
    const isVague = EMPTY.test(name) && !referred(it, 'aria-describedby')
    return [
      ...(isVague ? [`the link ${say(it)} does not say where it leads`] : []),
      ...(place === other ? [] : [`links named "${name}" lead to ${other} and ${place}`]),
      ...(it.target === '_blank' && !/new (tab|window)/i.test(name) ? [`${say(it)} opens a new tab unsaid`] : []),
    ]
  })
})

/** 1.1.1, 1.4.5: alternatives are short and meaningful; axe checks their presence. */
export const images = looking(({ all, say, words }) => {
  const NO_NAME =
    /\.(jpe?g|png|svg|webp|avif|gif)\b|^[\w-]*\d{3,}[\w-]*$|^(an? )?(image|picture|photo|graphic|icon)( of)?\b|^(untitled|placeholder|spacer|null|undefined|todo|alt)$/i
  const problemOf = (it: HTMLImageElement) => {
    const alt = it.alt.trim().toLowerCase()
    const around = words(it.closest('a, button, figure, li, article')).toLowerCase()
    if (NO_NAME.test(alt)) return 'has an alternative that says nothing'
    if ((alt.match(/\p{L}+/gu)?.length ?? 0) > 12) return 'has a text in a picture'
    if (alt && it.closest('[aria-hidden=true]')) return 'is hidden from assistive technology and says something'
    return alt.length > 3 && around.includes(alt) ? 'repeats the text beside it' : ''
  }
  const drawings = all('svg').filter(
    (it) => it.getAttribute('aria-hidden') !== 'true' && !it.getAttribute('aria-label') && !it.querySelector('title'),
  )
  return [
    ...all<HTMLImageElement>('img').flatMap((it) => (problemOf(it) ? [`${say(it)} ${problemOf(it)}`] : [])),
    ...drawings.map((it) => `the drawing in ${say(it.parentElement ?? it)} is neither named nor hidden`),
  ]
})
