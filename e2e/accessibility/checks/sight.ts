import type { Page } from '@playwright/test'
import { type Check, looking } from './in-page'

const lostText = looking(({ all, say, words }) => {
  const isCut = (it: HTMLElement) =>
    getComputedStyle(it).overflow !== 'visible' &&
    it.clientWidth > 1 &&
    !['auto', 'scroll'].includes(getComputedStyle(it).overflowY) &&
    (it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 2)
  const texts = all('a, button, h1, h2, h3, h4, p, label, li, dt, dd, summary, legend, td, th, main div, main span')
  const cut = texts.filter((it) => words(it) && !it.querySelector('img, video, svg, iframe') && isCut(it))
  const leaves = all('main *').filter(
    (it) => it.childElementCount === 0 && words(it) && !['OPTION', 'SCRIPT', 'STYLE'].includes(it.tagName),
  )
  const boxes = leaves.map((it) => {
    const range = document.createRange()
    range.selectNodeContents(it)
    return { it, lines: [...range.getClientRects()] }
  })
  const isLayer = (it: Element) => ['absolute', 'fixed', 'sticky'].includes(getComputedStyle(it).position)
  const flowing = boxes.filter(({ it }) => {
    for (let up: Element | null = it; up && up.localName !== 'main'; up = up.parentElement)
      if (isLayer(up)) return false
    return true
  })
  const pairs = flowing.flatMap((one, index) =>
    flowing
      .slice(index + 1)
      .filter(({ lines }) =>
        lines.some((a) =>
          one.lines.some((b) => {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            return wide > 6 && high > 6
          }),
        ),
      )
      .map((other) => `${say(one.it)} and ${say(other.it)} lie over each other`),
  )
  return [...cut.map((it) => `the text of ${say(it)} is cut`), ...pairs]
})

async function lostUnder(page: Page, content: string): Promise<string[]> {
  const before = new Set(await lostText(page))
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, content)
  const after = await lostText(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
  })
  return after.filter((it) => !before.has(it))
}

/** 1.4.12 */
export const textSpacing: Check = (page) =>
  lostUnder(
    page,
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`,
  )

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

/** 1.4.10: 320 px (1280 px at 400 %) need no scrolling sideways and cut nothing. */
export const reflow: Check = async (page) => {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await looking(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
  })(page)
  const lost = await lostText(page)
  if (size) await page.setViewportSize(size)
  return [...wide, ...lost.map((it) => `at 320 px ${it}`)]
}

/** 1.4.4, 1.3.4: zooming is allowed, in either orientation. */
export const zoomAndTurn: Check = async (page) => {
  const zoom = await looking(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? ''
    const most = Number(/maximum-scale=([\d.]+)/.exec(meta)?.[1] ?? 5)
    return most < 2 || /user-scalable=(no|0)/.test(meta) ? [`the viewport forbids to zoom: ${meta}`] : []
  })(page)
  const size = page.viewportSize()
  const turned: string[] = []
  for (const [width, height] of [
    [740, 360],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    turned.push(
      ...(await looking(({ all }) => {
        // `innerText` also gives hidden words.
        const words = all('main')[0]?.innerText.trim() ?? ''
        const rotated = all('html, body, main, #root').filter((it) => /matrix\(0/.test(getComputedStyle(it).transform))
        const orientation = innerWidth > innerHeight ? 'landscape' : 'portrait'
        return words.length < 20 || rotated.length > 0 ? [`the page is not shown upright in ${orientation}`] : []
      })(page)),
    )
  }
  if (size) await page.setViewportSize(size)
  return [...zoom, ...turned]
}

/** 1.4.11: field borders. */
export const edges = looking(({ all, say, colour, backgroundOf, contrast }) => {
  const LEAST = 3
  const fields = all('input:not([type=hidden], [type=radio], [type=checkbox], [type=range]), select, textarea').filter(
    (it) => {
      const style = getComputedStyle(it)
      const outside = backgroundOf(it.parentElement)
      const border = Number.parseFloat(style.borderTopWidth) > 0 ? contrast(colour(style.borderTopColor), outside) : 1
      const below =
        Number.parseFloat(style.borderBottomWidth) > 0 ? contrast(colour(style.borderBottomColor), outside) : 1
      const frame = it.parentElement ? getComputedStyle(it.parentElement) : style
      const around =
        Number.parseFloat(frame.borderTopWidth) > 0
          ? contrast(colour(frame.borderTopColor), backgroundOf(it.parentElement?.parentElement ?? null))
          : 1
      return Math.max(border, below, around, contrast(backgroundOf(it), outside)) < LEAST
    },
  )
  return fields.map((it) => `the edge of ${say(it)} does not stand out 3 : 1`)
})

/** 1.4.11: icons without visible words. */
export const icons = looking(({ all, say, colour, backgroundOf, contrast, isShown }) => {
  const LEAST = 3
  return all('a svg, button svg')
    .filter((it) => {
      const control = it.closest('a, button')
      const isAlone = ![...(control?.childNodes ?? [])].some(
        (part) =>
          part !== it && (part.nodeType === Node.TEXT_NODE ? part.textContent?.trim() : isShown(part as Element)),
      )
      return isAlone && contrast(colour(getComputedStyle(it).color), backgroundOf(control)) < LEAST
    })
    .map((it) => `the icon of ${say(it.closest('a, button') ?? it)} does not stand out 3 : 1`)
})

/** 1.4.3 */
export const placeholders = looking(({ all, say, colour, backgroundOf, contrast }) => {
  const LEAST = 4.5
  return all('input[placeholder], textarea[placeholder]')
    .filter((it) => contrast(colour(getComputedStyle(it, '::placeholder').color), backgroundOf(it)) < LEAST)
    .map((it) => `the hint in ${say(it)} does not stand out 4.5 : 1`)
})

/** 1.4.5: no picture of text. */
export const picturesOfText = looking(({ all, say }) =>
  all<HTMLImageElement>('main img')
    .filter((it) => (it.alt.match(/\p{L}+/gu)?.length ?? 0) > 12)
    .map((it) => `the alternative of ${say(it)} is a text that stands in a picture`),
)

export const forcedColours: Check = async (page) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await looking(({ all, say }) =>
    all('button, input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea')
      .filter((it) => {
        const style = getComputedStyle(it)
        const kept = style.forcedColorAdjust === 'none'
        const isBare = ['Top', 'Bottom'].every(
          (side) => Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) === 0,
        )
        const isField = it.localName !== 'button'
        return (
          kept ||
          (isField && isBare && Number.parseFloat(getComputedStyle(it.parentElement ?? it).borderTopWidth) === 0)
        )
      })
      .map((it) => `${say(it)} is not to be seen in forced colours`),
  )(page)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** 2.3.3, 2.2.2: reduced motion stops all motion; endless motion has a stop button. */
export const motion: Check = async (page) => {
  const look = looking(({ say }) => {
    const isLess = matchMedia('(prefers-reduced-motion: reduce)').matches
    const running = document.getAnimations().filter((it) => it.playState === 'running')
    const endless = running.filter(
      ({ effect }) => effect?.getComputedTiming().activeDuration === Number.POSITIVE_INFINITY,
    )
    const moved = (isLess ? running : endless).map(({ effect }) => (effect as KeyframeEffect | null)?.target)
    const films = [...document.querySelectorAll('video')].filter((it) => !it.paused && it.checkVisibility())
    const stops = [...document.querySelectorAll('button')].some((it) =>
      /pause|stop/i.test(it.getAttribute('aria-label') ?? it.textContent ?? ''),
    )
    const blinking = [...document.querySelectorAll('marquee, blink')]
    const refresh = document.querySelector('meta[http-equiv=refresh i]')
    return [
      ...moved.map(
        (it) => `${it ? say(it) : 'something'} moves ${isLess ? 'though less motion is asked for' : 'without an end'}`,
      ),
      ...films.filter(() => isLess || !stops).map((it) => `the film ${say(it)} plays and cannot be stopped`),
      ...blinking.map((it) => `${say(it)} moves by itself`),
      ...(refresh ? ['the page reloads by itself'] : []),
      ...[...document.querySelectorAll<HTMLMediaElement>('video, audio')]
        .filter((it) => !it.muted && it.autoplay)
        .map((it) => `${say(it)} makes a sound by itself`),
    ]
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const usual = await look(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return [...usual, ...(await look(page))]
}
