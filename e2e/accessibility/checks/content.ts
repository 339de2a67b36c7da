import { looking } from './in-page'

/** 1.3.1: what looks like a heading is one; axe sees to their order. */
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

/** 2.4.4: a link says where it leads, and links of one name lead to one place. */
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

/** 1.1.1: an alternative says something; axe sees to it that there is one. */
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
