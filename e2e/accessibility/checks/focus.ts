import type { Page } from '@playwright/test'
import { type Check, looking } from './in-page'

const frameOf = (page: Page) =>
  page.evaluate(() => {
    const words = (it: Element) => (it.textContent ?? '').replace(/\s+/g, ' ').trim()
    const linksOf = (selector: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${selector} a[href]`)]
        .map((it) => `${it.getAttribute('aria-label') ?? words(it)} → ${it.getAttribute('href')}`)
        .join(', ')
    const help = 'a:is([href^="tel:"], [href^="mailto:"], [href*="wa.me"])'
    const helps = (within: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${within} ${help}`)].map((it) => it.href).join(', ')
    return {
      'the main navigation': linksOf('nav[aria-label=Main]'),
      'the navigation of the footer': linksOf('footer nav'),
      'the help of the header': helps('header'),
      'the help of the footer': helps('footer'),
      'the chat': helps('aside'),
      'the link to the start': words(document.querySelector('header a[href="/"]') ?? document.body),
      'the name of the cart': document.querySelector('header a[href="/cart"]')?.textContent?.replace(/\d.*/, '') ?? '',
    }
  })

const homes = new Map<string, Awaited<ReturnType<typeof frameOf>>>()

/** 3.2.3, 3.2.4, 3.2.6, 2.4.5: header, footer and help are the home page's, in the same order. */
export const consistency: Check = async (page) => {
  const { origin } = new URL(page.url())
  let home = homes.get(origin)
  if (!home) {
    const other = await page.context().newPage()
    await other.goto(origin)
    home = await frameOf(other)
    homes.set(origin, home)
    await other.close()
  }
  const expected: Record<string, string> = home
  return Object.entries(await frameOf(page))
    .filter(([part, here]) => here !== expected[part])
    .map(([part, here]) => `${part} is another than on the home page: ${here.slice(0, 80)}`)
}

const MOMENTS = { 'a few seconds': '00:06', 'half an hour': '30:00' }

/** 2.2.1, 2.2.2: nothing ends or changes by itself; needs the page's clock installed. */
export const time: Check = async (page) => {
  const state = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')
      return [
        location.href,
        document.querySelectorAll('dialog[open], [role=alertdialog]').length,
        main?.innerText,
      ].join(' ')
    })
  const before = await state()
  for (const [name, moment] of Object.entries(MOMENTS)) {
    await page.clock.fastForward(moment)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    if ((await state()) !== before) return [`the page is another after ${name}`]
  }
  return []
}

const MOST_STOPS = 220

async function stopAtEach(page: Page): Promise<string[]> {
  const found: string[] = []
  const { pathname } = new URL(page.url())
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
    for (const it of document.querySelectorAll('[data-stop]')) it.removeAttribute('data-stop')
  })
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (new URL(page.url()).pathname !== pathname) return [...found, 'the focus alone leads to another page']
    const seen = await atStop(page)
    if (seen.includes('end')) break
    found.push(...seen)
  }
  return [...found, ...(await atEnd(page))]
}

const atStop = looking(({ say, colour, backgroundOf, contrast }) => {
  const it = document.activeElement as HTMLElement | null
  if (!it || it === document.body || it === document.documentElement || it.dataset.stop) return ['end']
  if (it.localName === 'iframe') return []
  it.dataset.stop = String(document.querySelectorAll('[data-stop]').length)
  const look = (at: Element | null) => {
    if (!at) return ''
    const { boxShadow, backgroundColor, borderColor, color, textDecoration } = getComputedStyle(at)
    return [boxShadow, backgroundColor, borderColor, color, textDecoration].join()
  }
  const isOutlined = (at: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)/.test(outlineColor)
  }
  const found: string[] = []
  const { opened = '0' } = document.body.dataset
  const isOpen = document.querySelectorAll('dialog[open], details[open], [aria-expanded=true]').length
  document.body.dataset.opened = String(isOpen)
  if (isOpen > Number(opened)) found.push(`the focus on ${say(it)} alone opens something`)
  const outlined = [it, it.parentElement].find((at) => at && isOutlined(at))
  if (outlined) {
    const { outlineColor } = getComputedStyle(outlined)
    const isFaint = [outlined, outlined.parentElement].every(
      (at) => contrast(colour(outlineColor), backgroundOf(at)) < 3,
    )
    if (isFaint) found.push(`the focus on ${say(it)} does not stand out 3 : 1`)
  } else {
    const withFocus = look(it) + look(it.parentElement)
    it.blur()
    const without = look(it) + look(it.parentElement)
    it.focus({ preventScroll: true })
    if (withFocus === without) found.push(`the focus on ${say(it)} is not to be seen`)
  }
  const seenAs = it.getBoundingClientRect().width > 1 ? it : (it.closest('label') ?? it)
  const box = seenAs.getBoundingClientRect()
  const inset = Math.min(3, box.width / 4, box.height / 4)
  const points = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + inset, box.top + inset],
    [box.right - inset, box.top + inset],
    [box.left + inset, box.bottom - inset],
    [box.right - inset, box.bottom - inset],
  ] as const
  const isFree = points.some(([x, y]) => {
    const top = document.elementFromPoint(x, y)
    return top && (seenAs.contains(top) || top.contains(seenAs))
  })
  if (!isFree && box.height < innerHeight) found.push(`${say(it)} has the focus and is hidden behind something`)
  return found
})

const atEnd = looking(({ all, say }) => {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')].sort(
    (a, b) => Number(a.dataset.stop) - Number(b.dataset.stop),
  )
  const controls = all<HTMLInputElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=button], [role=link]',
  ).filter(
    (it) =>
      !it.disabled &&
      !(it.type === 'radio' && document.querySelector(`input[type=radio][name="${it.name}"][data-stop]`)),
  )
  const missed = controls.filter((it) => !it.dataset.stop).map((it) => `${say(it)} is not reached by Tab`)
  const hidden = stops
    .filter((it) => it.closest('[aria-hidden=true]'))
    .map((it) => `${say(it)} has the focus and no name`)
  const first = stops
    .filter((it) => it.tabIndex > 0)
    .map((it) => `${say(it)} has a place of its own in the order of Tab`)
  const jumps = stops.slice(1).flatMap((it, index) => {
    const before = stops[index]
    if (!before || it.tabIndex > 0) return []
    const same = before.closest('main, header, footer, nav, dialog') === it.closest('main, header, footer, nav, dialog')
    const isFixed = [it, before].some((at) => {
      for (let up: Element | null = at; up; up = up.parentElement) {
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(up).position)) return true
      }
      return false
    })
    if (!same || isFixed) return []
    const a = before.getBoundingClientRect()
    const b = it.getBoundingClientRect()
    const isAbove = b.bottom <= a.top + 1 && b.left < a.right
    const isBack = b.right <= a.left + 1 && b.top < a.bottom - 2 && b.bottom > a.top + 2
    return isAbove || isBack ? [`the focus goes back from ${say(before)} to ${say(it)}`] : []
  })
  return [...missed, ...hidden, ...first, ...jumps]
})

/** 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11 */
export const focusStops: Check = stopAtEach

/** 2.1.1: keys reach everything that reacts to a pointer. */
export const pointerOnly = looking(({ all, say }) => {
  const CONTROL = 'a[href], button, input, select, textarea, summary, label, option, video, [tabindex="0"]'
  return all('body *')
    .filter((it) => !it.closest(CONTROL) && !it.querySelector(CONTROL) && !it.closest('svg'))
    .filter((it) => {
      const key = Object.keys(it).find((name) => name.startsWith('__reactProps'))
      const props = key ? (it as unknown as Record<string, Record<string, unknown>>)[key] : undefined
      return getComputedStyle(it).cursor === 'pointer' || Boolean(props?.onClick) || Boolean(it.onclick)
    })
    .map((it) => `${say(it)} reacts to a pointer and not to keys`)
})

/** 3.2.1, 2.5.2: neither focus nor a pointer pressed down acts. */
export const pressing = looking(({ all, say }) =>
  all('a[href], button, input, select').flatMap((it) => {
    const key = Object.keys(it).find((name) => name.startsWith('__reactProps'))
    const props = (key ? (it as unknown as Record<string, Record<string, unknown>>)[key] : {}) ?? {}
    const down = props.onMouseDown || props.onPointerDown || props.onTouchStart || it.onmousedown || it.onpointerdown
    return down ? [`${say(it)} acts before the pointer is lifted`] : []
  }),
)
