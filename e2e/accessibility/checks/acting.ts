import type { Locator, Page } from '@playwright/test'
import { errors } from './forms'
import type { Check } from './in-page'

const OPENERS = '[aria-haspopup=dialog]:visible, nav summary:visible'
const MOST_OPENERS = 4
const MOST_STOPS = 25
const SOON_MS = 3_000

async function soon(page: Page, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + SOON_MS; Date.now() < end; ) {
    if (await isSo()) return true
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return false
}

/** 2.1.1, 2.1.2, 2.4.3, 4.1.2: menus and dialogs open by key, trap focus, close on Escape and restore focus. */
export const popups: Check = async (page) => {
  const found: string[] = []
  for (const opener of (await page.locator(OPENERS).all()).slice(0, MOST_OPENERS))
    found.push(...(await openAndClose(page, opener)))
  return found
}

async function openAndClose(page: Page, opener: Locator): Promise<string[]> {
  const { name, isDialog } = await opener.evaluate((it) => ({
    name: it.getAttribute('aria-label') ?? it.textContent?.trim(),
    // Beside the cart's popup, which says whether it is open, the page goes on (R29).
    isDialog: it.matches('button[aria-haspopup=dialog]:not([aria-expanded])'),
  }))
  const state = () =>
    opener.evaluate((it) => {
      const menu = it.closest('details')
      const dialog = menu ? (menu.open ? menu : null) : document.querySelector('dialog[open], [role=dialog]')
      const at = document.activeElement
      return {
        isOpen: dialog !== null,
        isModal: dialog?.matches(':modal') ?? false,
        isInside: dialog?.contains(at) ?? false,
        isOnOpener: at === it,
      }
    })
  await opener.focus()
  await page.keyboard.press('Enter')
  if (!(await soon(page, async () => (await state()).isOpen))) return [`Enter does not open "${name}"`]
  const { isModal, isInside } = await state()
  const found: string[] = []
  if (isDialog && !isModal) found.push(`"${name}" opens a window beside which the page goes on`)
  if (isDialog && !isInside) found.push(`"${name}" opens a window without the focus in it`)
  let isBehind = false
  for (let stop = 0; isModal && !isBehind && stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    isBehind = await page.evaluate(() => {
      const at = document.activeElement
      return at !== null && at !== document.body && !at.closest('dialog')
    })
  }
  if (isBehind) found.push(`Tab leads from "${name}" to the page behind it`)
  if (!isModal) await opener.focus()
  await page.keyboard.press('Escape')
  if (!(await soon(page, async () => !(await state()).isOpen))) found.push(`Escape does not close "${name}"`)
  else if (!(await soon(page, async () => (await state()).isOnOpener)))
    found.push(`the focus is lost when "${name}" closes`)
  return found
}

/** 1.4.13: text shown on hover stays under the pointer and goes on Escape. */
export const hovering: Check = async (page) => {
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter(
          (it) => it.childElementCount === 0 && it.textContent?.trim() && !it.closest(':is(a, button, label):hover'),
        )
        .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map((it) => it.textContent?.trim() ?? ''),
    )
  await page.mouse.move(0, 0)
  const before = new Set(await shown())
  const appeared = async () => (await shown()).find((text) => !before.has(text))
  const found: string[] = []
  for (const control of (await page.locator('main :is(a, button, input, select), aside a').all()).slice(0, 12)) {
    const box = await control.boundingBox()
    if (!box || box.width < 2 || box.y < 0 || box.y > 800) continue
    const hover = () => page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await hover()
    const text = await appeared()
    if (text === undefined) continue
    await page.keyboard.press('Escape')
    if ((await appeared()) === text) found.push(`"${text}" covers the page until the pointer is moved away`)
    await page.mouse.move(0, 0)
    await hover()
    await page.getByText(text, { exact: true }).first().hover()
    if ((await appeared()) !== text) found.push(`"${text}" goes when the pointer comes to it`)
    await page.mouse.move(0, 0)
  }
  return found
}

/** 4.1.3: a live region announces the result of a press. */
export const announced: Check = async (page) => {
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  if (!(await button.isVisible())) return []
  const live = async () => (await page.locator('[role=status], [role=alert], [aria-live]').allTextContents()).join(' ')
  const before = await live()
  await button.click()
  const isSaid = await soon(page, async () => {
    const now = await live()
    return now !== before && /cart/i.test(now)
  })
  return isSaid ? [] : ['nothing says that a course was added to the cart']
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
  const where = () => `${new URL(page.url()).pathname} in ${page.context().pages().length} tabs`
  const before = where()
  for (const field of await page.locator(`main :is(${FIELDS}):visible`).elementHandles()) {
    if (!(await field.isVisible())) continue
    const { name, type } = await field.evaluate((it: HTMLInputElement) => {
      it.focus()
      return { name: it.name || it.labels?.[0]?.textContent || it.localName, type: it.type }
    })
    if (type === 'select-one') await field.selectOption({ index: 1 })
    else if (type === 'radio' || type === 'checkbox') await page.keyboard.press('Space')
    else await page.keyboard.type('ab')
    if (where() !== before) return [...found, `"${name}" leads away by itself`]
    if (!(await field.evaluate((it) => it === document.activeElement))) found.push(`"${name}" sends the focus away`)
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
