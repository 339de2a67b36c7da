import type { Locator, Page } from '@playwright/test'
import type { Check } from './in-page'

const OPENERS = '[aria-haspopup=dialog]:visible, nav summary:visible'
const MOST_OPENERS = 4
const MOST_STOPS = 25

type State = { isOpen: boolean; isModal: boolean; isInside: boolean; isOnOpener: boolean; name: string }

const stateOf = (opener: Locator) =>
  opener.evaluate((it): State => {
    const opened = it.closest('details')
    const dialog = opened?.open ? opened : document.querySelector('dialog[open], [role=dialog]')
    const at = document.activeElement
    const by = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')
    return {
      isOpen: opened ? opened.open : dialog !== null,
      isModal: dialog?.matches(':modal') ?? false,
      isInside: dialog?.contains(at) ?? false,
      isOnOpener: at === it,
      name: opened ? 'menu' : (dialog?.getAttribute('aria-label') ?? by?.textContent ?? '').trim(),
    }
  })

/** Waits, as long as animations and the page's own work take, for a state that most often is there at once. */
async function settled(page: Page, opener: Locator, isReached: (state: State) => boolean): Promise<State> {
  let state = await stateOf(opener)
  for (let frame = 0; frame < 40 && !isReached(state); frame++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    state = await stateOf(opener)
  }
  return state
}

async function openAndClose(page: Page, opener: Locator): Promise<string[]> {
  const name = await opener.evaluate((it) => it.getAttribute('aria-label') ?? it.textContent?.trim())
  await opener.focus()
  await page.keyboard.press('Enter')
  const opened = await settled(page, opener, ({ isOpen }) => isOpen)
  if (!opened.isOpen) return [`Enter does not open "${name}"`]
  const found: string[] = []
  const isDialogButton = await opener.evaluate((it) => it.matches('button[aria-haspopup=dialog]'))
  if (isDialogButton && !opened.isModal) found.push(`"${name}" opens a window beside which the page goes on`)
  if (isDialogButton && !opened.isInside) found.push(`"${name}" opens a window without the focus in it`)
  if (!opened.name) found.push(`what "${name}" opens has no name`)
  if (isDialogButton) found.push(...(await unnamedButtons(page)).map((it) => `in "${name}" ${it}`))
  for (let stop = 0; opened.isModal && stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const isBehind = await page.evaluate(() => {
      const at = document.activeElement
      return at !== null && at !== document.body && !at.closest('dialog')
    })
    if (isBehind) {
      found.push(`Tab leads from "${name}" to the page behind it`)
      break
    }
  }
  if (!opened.isModal) await opener.focus()
  await page.keyboard.press('Escape')
  const closed = await settled(page, opener, ({ isOpen, isOnOpener }) => !isOpen && isOnOpener)
  if (closed.isOpen) found.push(`Escape does not close "${name}"`)
  else if (!closed.isOnOpener) found.push(`the focus is lost when "${name}" closes`)
  return found
}

const unnamedButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('dialog[open] button')]
      .filter((it) => {
        const copy = it.cloneNode(true) as HTMLElement
        for (const part of copy.querySelectorAll('[aria-hidden=true]')) part.remove()
        return !it.getAttribute('aria-label') && !copy.textContent?.trim()
      })
      .map(() => 'a button has no name'),
  )

/** 2.1.1, 2.1.2, 2.4.3, 4.1.2: menus and windows open by keys, keep the focus, close by Escape and give it back. */
export const popups: Check = async (page) => {
  const found: string[] = []
  for (const opener of (await page.locator(OPENERS).all()).slice(0, MOST_OPENERS))
    found.push(...(await openAndClose(page, opener)))
  return found
}

/** 1.4.13: what the pointer brings up stays under the pointer, and Escape takes it away. */
export const hovering: Check = async (page) => {
  const points = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, input, select), aside a')]
      .map((it) => it.getBoundingClientRect())
      .filter(({ width, top, bottom }) => width > 1 && top > 0 && bottom < innerHeight)
      .slice(0, 12)
      .map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 })),
  )
  /** Numbers every element that is shown, and says of those not numbered before where they are. */
  const appeared = (isFirst: boolean) =>
    page.evaluate((isFirst) => {
      const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (it) =>
          it.childElementCount === 0 &&
          it.textContent?.trim() &&
          it.getBoundingClientRect().width > 1 &&
          it.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      const fresh = shown.filter((it) => !it.dataset.seen && !it.closest(':is(a, button, label):hover'))
      if (isFirst) for (const it of shown) it.dataset.seen = 'yes'
      const [box] = fresh.map((it) => it.getBoundingClientRect())
      const text = fresh[0]?.textContent?.trim() ?? ''
      return box && { text, x: box.left + box.width / 2, y: box.top + box.height / 2 }
    }, isFirst)
  const isStill = (text: string) => page.getByText(text, { exact: true }).first().isVisible()
  await page.mouse.move(0, 0)
  await appeared(true)
  const found: string[] = []
  for (const { x, y } of points) {
    await page.mouse.move(x, y)
    const fresh = await appeared(false)
    if (!fresh) continue
    await page.keyboard.press('Escape')
    if (await isStill(fresh.text)) found.push(`"${fresh.text}" covers the page until the pointer is moved away`)
    await page.mouse.move(0, 0)
    await page.mouse.move(x, y)
    await page.mouse.move(fresh.x, fresh.y, { steps: 4 })
    if (!(await isStill(fresh.text))) found.push(`"${fresh.text}" goes when the pointer comes to it`)
  }
  await page.mouse.move(0, 0)
  return found
}
