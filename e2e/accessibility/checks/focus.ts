import type { Page } from '@playwright/test'
import { type Check, looking } from './in-page'

const frameOf = (page: Page) =>
  page.evaluate(() => {
    const linksOf = (part: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${part} a[href]`)]
        .filter((it) => !it.closest('[role=dialog]'))
        .map((it) => `${it.getAttribute('aria-label') ?? it.textContent} → ${it.getAttribute('href')}`)
        .map((it) => it.replace(/^Cart.*(?= →)/, 'Cart'))
        // Another visitor has other links to the account.
        .filter((it) => !/→ \/(account|login|signup)$/.test(it))
        .join(', ')
    const parts = ['nav[aria-label=Main]', 'header:not(main *)', 'footer:not(main *)', 'aside:not(main *)']
    return Object.fromEntries(parts.map((part) => [part, linksOf(part)]))
  })

const homes = new Map<string, Awaited<ReturnType<typeof frameOf>>>()

/** 3.2.3, 3.2.4, 3.2.6, 2.4.5: header, footer and help are the home page's, in the same order. */
export const consistency: Check = async (page) => {
  const { origin, pathname } = new URL(page.url())
  const here = await frameOf(page)
  if (!homes.has(origin)) {
    const other = await page.context().newPage()
    await other.goto(origin)
    homes.set(origin, await frameOf(other))
    await other.close()
  }
  const hasOwnHead = pathname === '/checkout'
  const compared = Object.entries(here).filter(([part]) => !(hasOwnHead && /^(?:nav|header)/.test(part)))
  const changed = compared.filter(([part, links]) => links !== homes.get(origin)?.[part])
  return changed.map(([part, links]) => `${part} is another than on the home page: ${links}`)
}

const MOMENTS = { 'a few seconds': '00:06', 'half an hour': '30:00' }

/** 2.2.1, 2.2.2: nothing ends or changes by itself; needs the page's clock installed. */
export const time: Check = async (page) => {
  const state = () =>
    page.evaluate(() => {
      const dialogs = document.querySelectorAll('dialog[open], [role=alertdialog]').length
      return [location.href, dialogs, document.querySelector('main')?.innerText].join(' ')
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

/** 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11: Tab visits every control in order, visibly, and acts on nothing. */
export const focusStops: Check = async (page) => {
  const found: string[] = []
  const { pathname } = new URL(page.url())
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
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
  const found: string[] = []
  const { opened = '0' } = document.body.dataset
  const isOpen = document.querySelectorAll('dialog[open], details[open], [aria-expanded=true]').length
  document.body.dataset.opened = String(isOpen)
  if (isOpen > Number(opened)) found.push(`the focus on ${say(it)} alone opens something`)

  const outlineOf = (at: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 ? colour(outlineColor) : undefined
  }
  const parts = [it, ...(it.parentElement ? [it.parentElement] : [])]
  const lookOf = () =>
    parts
      .map((at) => getComputedStyle(at))
      .map((its) => [its.boxShadow, its.backgroundColor, its.borderColor, its.color, its.textDecoration].join())
      .join()
  const outlined = parts.find((at) => outlineOf(at)?.alpha)
  if (outlined) {
    const grounds = [outlined, outlined.parentElement].map(backgroundOf)
    const isFaint = grounds.every((ground) => contrast(outlineOf(outlined) ?? ground, ground) < 3)
    if (isFaint) found.push(`the focus on ${say(it)} does not stand out 3 : 1`)
  } else {
    const withFocus = lookOf()
    it.blur()
    const without = lookOf()
    it.focus({ preventScroll: true })
    if (withFocus === without) found.push(`the focus on ${say(it)} is not to be seen`)
  }

  const seenAs = it.getBoundingClientRect().width > 1 ? it : (it.closest('label') ?? it)
  const { left, top, width, height } = seenAs.getBoundingClientRect()
  const shares = [0.1, 0.5, 0.9]
  const isFree = shares.some((x) =>
    shares.some((y) => {
      const upper = document.elementFromPoint(left + width * x, top + height * y)
      return upper && (seenAs.contains(upper) || upper.contains(seenAs))
    }),
  )
  if (!isFree && height < innerHeight) found.push(`${say(it)} has the focus and is hidden behind something`)
  return found
})

const atEnd = looking(({ all, say, isLayer }) => {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')].sort(
    (a, b) => Number(a.dataset.stop) - Number(b.dataset.stop),
  )
  const isReached = (it: HTMLInputElement) =>
    it.disabled ||
    it.dataset.stop ||
    (it.type === 'radio' && document.querySelector(`input[type=radio][name="${it.name}"][data-stop]`))
  const missed = all<HTMLInputElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=button], [role=link]',
  ).filter((it) => !isReached(it))
  const partOf = (it: Element) => it.closest('main, header, footer, nav, dialog')
  const jumps = stops.slice(1).flatMap((it, index) => {
    const before = stops[index]
    if (!before || partOf(before) !== partOf(it) || isLayer(it) || isLayer(before)) return []
    const [a, b] = [before.getBoundingClientRect(), it.getBoundingClientRect()]
    const isAbove = b.bottom <= a.top + 1 && b.left < a.right
    const isBack = b.right <= a.left + 1 && b.top < a.bottom - 2 && b.bottom > a.top + 2
    return isAbove || isBack ? [`the focus goes back from ${say(before)} to ${say(it)}`] : []
  })
  return [...missed.map((it) => `${say(it)} is not reached by Tab`), ...jumps]
})

/** 2.1.1, 2.5.2, 3.2.1: keys reach what reacts to a pointer, and nothing acts before the pointer is lifted. */
export const pointers = looking(({ all, say, propsOf }) => {
  const CONTROL = 'a[href], button, input, select, textarea, summary, label, option, video, [tabindex="0"]'
  const unreached = all('body *').filter((it) => {
    const isControl = it.closest(`${CONTROL}, svg`) ?? it.querySelector(CONTROL)
    return !isControl && (getComputedStyle(it).cursor === 'pointer' || propsOf(it).onClick || it.onclick)
  })
  const early = all('a[href], button, input, select').filter((it) => {
    const { onMouseDown, onPointerDown, onTouchStart } = propsOf(it)
    return onMouseDown || onPointerDown || onTouchStart || it.onmousedown || it.onpointerdown
  })
  return [
    ...unreached.map((it) => `${say(it)} reacts to a pointer and not to keys`),
    ...early.map((it) => `${say(it)} acts before the pointer is lifted`),
  ]
})
