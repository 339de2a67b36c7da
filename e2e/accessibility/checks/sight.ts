import { type Check, looking } from './in-page'

const lostText = looking(({ all, say, words, isLayer }) => {
  const texts = all('a, button, h1, h2, h3, h4, p, label, li, dt, dd, summary, legend, td, th, main div, main span')
  const cut = texts.filter((it) => {
    const { overflow, overflowY } = getComputedStyle(it)
    const isClipped = overflow !== 'visible' && !['auto', 'scroll'].includes(overflowY) && it.clientWidth > 1
    const isLarger = it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 2
    return isClipped && isLarger && words(it) && !it.querySelector('img, video, svg, iframe')
  })
  const boxes = all('main :not(option, script, style)')
    .filter((it) => it.childElementCount === 0 && words(it) && !isLayer(it))
    .map((it) => {
      const range = document.createRange()
      range.selectNodeContents(it)
      return { it, lines: [...range.getClientRects()] }
    })
  const isOver = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 6 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
  const pairs = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(({ lines }) => lines.some((a) => one.lines.some((b) => isOver(a, b))))
      .map((other) => `${say(one.it)} and ${say(other.it)} lie over each other`),
  )
  return [...cut.map((it) => `the text of ${say(it)} is cut`), ...pairs]
})

const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** 1.4.12 */
export const textSpacing: Check = async (page) => {
  const before = await lostText(page)
  const sheet = await page.evaluateHandle((css) => {
    const added = new CSSStyleSheet()
    added.replaceSync(css)
    document.adoptedStyleSheets.push(added)
    return added
  }, SPACED)
  const after = await lostText(page)
  await sheet.evaluate((it) => it.replaceSync(''))
  return after.filter((it) => !before.includes(it))
}

/** 1.4.4: text follows the visitor's font size. */
export const textGrows = looking(({ all, words, say }) => {
  const texts = all('body *').filter(
    (it) => it.childElementCount === 0 && words(it) && !it.closest('svg, option, script, style'),
  )
  const size = (it: Element) => Number.parseFloat(getComputedStyle(it).fontSize)
  const before = texts.map(size)
  document.documentElement.style.fontSize = '200%'
  const stays = texts.filter((it, index) => size(it) < (before[index] ?? 0) * 1.3)
  document.documentElement.style.fontSize = ''
  return stays.map((it) => `${say(it)} keeps its size when text is set to 200 %`)
})

const SIZES = [
  { width: 320, height: 640 },
  { width: 740, height: 360 },
]

/** 1.3.4, 1.4.10: upright and landscape, down to 320 px (1280 px at 400 %), nothing is cut, turned or too wide. */
export const reflow: Check = async (page) => {
  const size = page.viewportSize()
  const fits = looking(({ all }) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const turned = all('html, body, main, #root').filter((it) => /matrix\(0/.test(getComputedStyle(it).transform))
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide on ${clientWidth} px`] : []),
      ...((all('main')[0]?.innerText ?? '').length < 20 || turned.length > 0 ? ['the page is not shown upright'] : []),
    ]
  })
  const found: string[] = []
  for (const each of SIZES) {
    await page.setViewportSize(each)
    const lost = [...(await fits(page)), ...(await lostText(page))]
    found.push(...lost.map((it) => `at ${each.width} px ${it}`))
  }
  if (size) await page.setViewportSize(size)
  return found
}

/** 1.4.3 for hints in fields; 1.4.11 for borders of fields and icons without visible words. */
export const contrasts = looking(({ all, say, colour, backgroundOf, contrast, isShown }) => {
  const FIELD = 'input:not([type=hidden], [type=radio], [type=checkbox], [type=range]), select, textarea'
  const borderOf = (it: Element, side: 'Top' | 'Bottom') => {
    const style = getComputedStyle(it)
    const isDrawn = Number.parseFloat(style[`border${side}Width`]) > 0
    return isDrawn ? contrast(colour(style[`border${side}Color`]), backgroundOf(it.parentElement)) : 1
  }
  const edgeOf = (it: Element) => {
    const frame = it.parentElement ?? it
    const filled = contrast(backgroundOf(it), backgroundOf(frame))
    return Math.max(borderOf(it, 'Top'), borderOf(it, 'Bottom'), borderOf(frame, 'Top'), filled)
  }
  const icons = all('a svg, button svg').filter((it) => {
    const control = it.closest('a, button')
    const others = [...(control?.childNodes ?? [])].filter((part) => part !== it)
    const isAlone = !others.some((part) => (part instanceof Element ? isShown(part) : part.textContent?.trim()))
    return isAlone && contrast(colour(getComputedStyle(it).color), backgroundOf(control)) < 3
  })
  const hints = all('[placeholder]').filter(
    (it) => contrast(colour(getComputedStyle(it, '::placeholder').color), backgroundOf(it)) < 4.5,
  )
  const faint = all(FIELD).filter((it) => edgeOf(it) < 3)
  return [
    ...faint.map((it) => `the edge of ${say(it)} does not stand out 3 : 1`),
    ...icons.map((it) => `the icon of ${say(it.closest('a, button') ?? it)} does not stand out 3 : 1`),
    ...hints.map((it) => `the hint in ${say(it)} does not stand out 4.5 : 1`),
  ]
})

/** 1.4.11: controls keep an edge, and the chosen of several its look, when the system chooses all colours. */
export const forcedColours: Check = async (page) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await looking(({ all, say }) => {
    const isBare = (it: Element) => /^0px/.test(getComputedStyle(it).borderWidth)
    return all('button, input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea')
      .filter((it) => {
        // The parts of a card share the edge of their group.
        const edges = [it, it.parentElement ?? it, it.closest('[role=group]')?.parentElement?.parentElement ?? it]
        const isLost = it.localName !== 'button' && edges.every(isBare)
        return isLost || getComputedStyle(it).forcedColorAdjust === 'none'
      })
      .map((it) => `${say(it)} is not to be seen in forced colours`)
  })(page)
  const alike = await looking(({ all, say }) => {
    const CHOSEN = '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]'
    const lookOf = (it: Element) =>
      [it, it.parentElement ?? it]
        .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
        .map((style) => [
          style.backgroundColor,
          style.border,
          style.color,
          style.content,
          style.fontWeight,
          style.outline,
        ])
        .concat([[getComputedStyle(it).textDecorationLine]])
        .join()
    return all(CHOSEN).flatMap((it) => {
      const group = it.closest('ul, ol, nav, [role=group], [role=tablist]')
      const others = [...(group?.querySelectorAll(it.localName) ?? [])].filter(
        (other) => !other.matches(CHOSEN) && other.checkVisibility(),
      )
      const isAlike = others.some((other) => lookOf(other) === lookOf(it))
      return isAlike ? [`${say(it)} looks like the others in forced colours`] : []
    })
  })(page)
  await page.emulateMedia({ forcedColors: 'none' })
  return [...found, ...alike]
}

/** 2.2.2, 2.3.1, 2.3.3: reduced motion stops all motion; endless motion can be stopped; nothing large flashes. */
export const motion: Check = async (page) => {
  const look = looking(({ say }) => {
    const isLess = matchMedia('(prefers-reduced-motion: reduce)').matches
    const moving = document.getAnimations().flatMap(({ effect, playState }) => {
      const { duration, iterations = 1, activeDuration } = effect?.getComputedTiming() ?? {}
      const target = effect instanceof KeyframeEffect ? effect.target : null
      if (!target || playState !== 'running') return []
      const { width, height } = target.getBoundingClientRect()
      // A flash is large above 21,824 px² and fast above three a second.
      const isFlash = Number(duration) < 333 && iterations >= 3 && width * height > 21_824
      return isLess || isFlash || activeDuration === Number.POSITIVE_INFINITY ? [target] : []
    })
    const hasStop = [...document.querySelectorAll('button')].some((it) =>
      /pause|stop/i.test(it.getAttribute('aria-label') ?? it.textContent ?? ''),
    )
    const films = [...document.querySelectorAll('video')].filter((it) => !it.paused && it.checkVisibility())
    return [
      ...moving.map((it) => `${say(it)} moves ${isLess ? 'though less motion is asked for' : 'without an end'}`),
      ...films.filter(() => isLess || !hasStop).map((it) => `the film ${say(it)} plays and cannot be stopped`),
    ]
  })
  const found: string[] = []
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    found.push(...(await look(page)))
  }
  return found
}
