import type { Locator, Page } from '@playwright/test'
import { errors } from './forms'
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

/** 2.1.1, 2.1.2, 2.4.3, 4.1.2: menus and dialogs open by key, trap focus, close on Escape and restore focus. */
export const popups: Check = async (page) => {
  const found: string[] = []
  for (const opener of (await page.locator(OPENERS).all()).slice(0, MOST_OPENERS))
    found.push(...(await openAndClose(page, opener)))
  return found
}

/** 1.4.13: content shown on hover stays under the pointer and goes on Escape. */
export const hovering: Check = async (page) => {
  const points = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, input, select), aside a')]
      .map((it) => it.getBoundingClientRect())
      .filter(({ width, top, bottom }) => width > 1 && top > 0 && bottom < innerHeight)
      .slice(0, 12)
      .map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 })),
  )
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

const SOON_MS = 3_000

const liveText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')]
      .filter((it) => it.getAttribute('aria-live') !== 'off' && !it.closest('[aria-hidden=true], [hidden], [inert]'))
      .map((it) => it.textContent)
      .join(' '),
  )

async function soon(page: Page, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + SOON_MS; Date.now() < end; ) {
    if (await isSo()) return true
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return false
}

/** 4.1.3: a live region announces the result of a press. */
export const announced: Check = async (page) => {
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  if (!(await button.isVisible())) return []
  const before = await liveText(page)
  await button.click()
  const isSaid = await soon(page, async () => {
    const now = await liveText(page)
    return now !== before && /cart/i.test(now)
  })
  return isSaid ? [] : ['nobody is told that a course was added to the cart']
}

/** 3.3.1, 3.3.3: a form sent empty names the missing fields and leads to them. */
export const submitted: Check = async (page) => {
  const send = page.locator('main form:has([required]) button[type=submit]').first()
  if (!(await send.isVisible())) return []
  await send.click()
  const isMarked = await soon(page, async () => (await page.locator('main [aria-invalid=true]').count()) > 0)
  if (!isMarked) return ['a form that was sent empty marks no field']
  const found = await page.evaluate(() => {
    const required = [...document.querySelectorAll<HTMLInputElement>('main form [required]')]
    const silent = required.filter((it) => it.value === '' && it.getAttribute('aria-invalid') !== 'true')
    const summary = document.activeElement?.closest('[role=alert]')
    const dead = [...(summary?.querySelectorAll('a') ?? [])].filter((it) => !document.querySelector(it.hash || '#none'))
    return [
      ...silent.map((it) => `the missing field ${it.name} is not marked as wrong`),
      ...(summary ? [] : ['the focus does not go to a summary of the errors']),
      ...dead.map((it) => `the error "${it.textContent}" leads to no field`),
    ]
  })
  return [...found, ...(await errors(page))]
}

const FIELDS = 'select, input:not([type=hidden], [readonly], [disabled]), textarea'

/** 3.2.2: filling in or choosing leads nowhere and moves no focus. */
export const choosing: Check = async (page) => {
  const found: string[] = []
  const tabs = page.context().pages().length
  const path = () => new URL(page.url()).pathname
  for (const field of await page.locator(`main :is(${FIELDS}):visible`).elementHandles()) {
    if (!(await field.isVisible())) continue
    const before = path()
    const { name, kind } = await field.evaluate((it: HTMLInputElement) => {
      it.focus()
      it.dataset.chosen = ''
      return { name: it.name || it.labels?.[0]?.textContent || it.localName, kind: it.type }
    })
    if (kind === 'select-one') await field.selectOption({ index: 1 })
    else if (kind === 'radio' || kind === 'checkbox') await page.keyboard.press('Space')
    else await page.keyboard.type('ab')
    const stays = await page.evaluate(() => document.activeElement?.hasAttribute('data-chosen'))
    if (path() !== before || page.context().pages().length > tabs) return [...found, `"${name}" leads away by itself`]
    if (!stays) found.push(`"${name}" sends the focus away by itself`)
    await page.evaluate(() => document.querySelector('[data-chosen]')?.removeAttribute('data-chosen'))
  }
  return found
}

const KEYS = [...'abcdefghijklmnopqrstuvwxyz0123456789/?']

/** 2.1.4: a letter does nothing while no field has the focus. */
export const shortcuts: Check = async (page) => {
  const state = () =>
    page.evaluate(() => {
      const open = document.querySelectorAll('dialog[open], details[open], [aria-expanded=true]').length
      return [location.href, document.activeElement?.localName, open, scrollY].join(' ')
    })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const before = await state()
  for (const key of KEYS) {
    await page.keyboard.press(key)
    if ((await state()) !== before) return [`the key "${key}" does something by itself`]
  }
  return []
}
