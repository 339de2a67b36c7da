import type { Page } from '@playwright/test'
import { type Check, looking } from './in-page'

/** Text that its own box cuts off, and texts that lie over each other. */
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

/** What is lost under a style that was not lost before. */
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

/** 1.4.12: the spacing that the criterion names cuts nothing and lays nothing over another. */
export const textSpacing: Check = (page) =>
  lostUnder(
    page,
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`,
  )

/** 1.4.4: all text follows the size that the visitor has set. */
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

/** 1.4.10: at 320 px (1280 px at 400 %) nothing needs scrolling sideways or is cut. */
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

/** 1.4.4, 1.3.4: the page may be zoomed, and shows itself however the screen is held. */
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
        // What is not shown at all gives its words too.
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
