import { type Check, looking } from './in-page'

/** 1.3.1, 2.4.6: one first heading, no level left out, none empty; what looks like a heading is one. */
export const headings = looking(({ all, say, words, root }) => {
  const shown = all(':is(h1, h2, h3, h4, h5, h6):not([role]), [role=heading]')
  const level = (it: Element) => Number(it.getAttribute('aria-level') ?? it.localName.slice(1))
  const firsts = shown.filter((it) => level(it) === 1)
  const skips = shown.slice(1).filter((it, index) => level(it) > level(shown[index] ?? it) + 1)
  const fakes = all('main p, main div, main span')
    .filter((it) => it.childElementCount === 0 && words(it) && words(it).length < 60)
    .filter((it) => {
      const { fontSize, fontWeight, display } = getComputedStyle(it)
      const isLarge = Number.parseFloat(fontSize) >= 26 && Number(fontWeight) >= 600
      return (
        isLarge && display === 'block' && !/^[£\d]/.test(words(it)) && !it.closest('h1, h2, h3, h4, dl, blockquote')
      )
    })
  return [
    ...(root === document && firsts.length !== 1 ? [`the page has ${firsts.length} headings of the first level`] : []),
    ...skips.map((it) => `the heading ${say(it)} leaves a level out`),
    ...shown.filter((it) => !words(it)).map((it) => `the heading ${say(it)} is empty`),
    ...fakes.map((it) => `${say(it)} looks like a heading and is none`),
  ]
})

/** 2.4.2: the title says which page of which site this is. */
export const title = looking(({ words }) => {
  const [own = '', site = ''] = document.title.split('|').map((part) => part.trim())
  const heading = words(document.querySelector('main h1')).toLowerCase()
  const said = own.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const isHome = location.pathname === '/'
  const speaks = isHome || said.some((word) => heading.includes(word.slice(0, 5)))
  return own.length > 2 && (site || isHome) && speaks ? [] : [`the title "${document.title}" does not say the page`]
})

/** 3.1.1, 3.1.2: the page says its language, and each part says one that exists. */
export const language = looking(({ say }) => {
  const { lang } = document.documentElement
  const isKnown = (tag: string) => {
    try {
      return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined
    } catch {
      return false
    }
  }
  const parts = [...document.querySelectorAll<HTMLElement>('body [lang]')]
  return [
    ...(/^en\b/i.test(lang) ? [] : [`the language of the page is said to be "${lang}"`]),
    ...parts
      .filter((it) => !isKnown(it.lang) || it.lang === lang)
      .map((it) => `${say(it)} claims the language "${it.lang}"`),
  ]
})

/** 2.4.4: a link says where it leads, and links of one name lead to one place. */
export const links = looking(({ all, groups, say, nameOf, referred }) => {
  const EMPTY = /^(click( here)?|here|more|read more|learn more|details|link|this|go|continue|https?:.*)$/i
  const shown = all<HTMLAnchorElement>('a[href]')
  const vague = shown.filter((it) => EMPTY.test(nameOf(it)) && !referred(it, 'aria-describedby'))
  const places = groups(shown, (it) => nameOf(it).toLowerCase())
  const doubled = places.filter(
    ([, many]) => new Set(many.map(({ href }) => href.split(href.startsWith('mailto:') ? '?' : '#')[0])).size > 1,
  )
  const nameless = shown.filter((it) => !nameOf(it))
  const dead = shown.filter((it) => /^(#|javascript:.*)$/.test(it.getAttribute('href') ?? ''))
  const silent = shown.filter((it) => it.target === '_blank' && !/new (tab|window)/i.test(nameOf(it)))
  return [
    ...vague.map((it) => `the link ${say(it)} does not say where it leads`),
    ...doubled.map(([name]) => `links named "${name}" lead to different places`),
    ...nameless.map((it) => `a link to ${it.pathname} has no name`),
    ...dead.map((it) => `the link ${say(it)} leads nowhere`),
    ...silent.map((it) => `the link ${say(it)} opens a new tab without saying so`),
  ]
})

/** 1.1.1: pictures have an alternative that says something, or an empty one. */
export const images = looking(({ all, say, words }) => {
  const plain = (text: string) => text.trim().toLowerCase()
  const wrong = (it: HTMLImageElement) => {
    const alt = it.getAttribute('alt')
    if (alt === null) return 'has no alternative'
    if (/\.(jpe?g|png|svg|webp|avif|gif)\b|^[\w-]*\d{3,}[\w-]*$/i.test(alt)) return 'has a file name as its alternative'
    if (/^(an? )?(image|picture|photo|graphic|icon)( of)?\b/i.test(alt)) return 'is called a picture in its alternative'
    if (/^(untitled|placeholder|spacer|null|undefined|todo|alt)$/i.test(alt))
      return 'has an alternative that says nothing'
    const around = it.closest('a, button, figure, li, article')
    if (alt.length > 3 && around && plain(words(around)).includes(plain(alt))) return 'repeats the text beside it'
    if (alt === '' && it.closest('a, button') && !words(it.closest('a, button'))) return 'is all that a control shows'
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
    ...all('iframe')
      .filter((it) => !it.title.trim())
      .map(() => 'a frame has no title'),
  ]
})

/** 2.4.1, 1.3.1: the landmarks are there once each, and the first stop of Tab leads past the header. */
export const landmarks: Check = async (page) => {
  const found = await looking(({ groups, root, say, nameOf }) => {
    if (root !== document) return []
    const count = (selector: string) => document.querySelectorAll(selector).length
    const skip = document.querySelector<HTMLAnchorElement>('body a[href], body button')
    const href = skip?.getAttribute('href') ?? ''
    const goal = href.startsWith('#') ? document.querySelector(href) : null
    const navs = [...document.querySelectorAll('nav')]
    const nameless =
      navs.length > 1 ? navs.filter((it) => !it.getAttribute('aria-label') && !it.hasAttribute('aria-labelledby')) : []
    const named = groups(navs, nameOf)
    const doubled = named.filter(([name, many]) => name && many.length > 1)
    const hidden = [...document.querySelectorAll('main, header, footer, nav')].filter((it) =>
      it.closest('[aria-hidden=true]'),
    )
    return [
      ...(count('main') === 1 ? [] : [`the page has ${count('main')} main parts`]),
      ...(count('body > header, #root > header, [role=banner], header') > 0 ? [] : ['the page has no banner']),
      ...(count('footer, [role=contentinfo]') > 0 ? [] : ['the page has no footer']),
      ...(navs.length > 0 ? [] : ['the page has no navigation']),
      ...(goal?.closest('main') ? [] : ['the first stop does not lead to the main part']),
      ...nameless.map((it) => `one of several navigations has no name: ${say(it)}`),
      ...doubled.map(([name]) => `several navigations are named "${name}"`),
      ...hidden.map((it) => `${say(it)} is hidden from assistive technology`),
    ]
  })(page)
  return found
}
