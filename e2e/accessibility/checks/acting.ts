import type { Page } from '@playwright/test'
import { errors } from './forms'
import type { Check } from './in-page'

const SOON_MS = 3_000

/** What live regions say at this moment, those left out that assistive technology is not given. */
const liveText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')]
      .filter((it) => it.getAttribute('aria-live') !== 'off' && !it.closest('[aria-hidden=true], [hidden], [inert]'))
      .map((it) => it.textContent)
      .join(' '),
  )

/** True when it becomes so soon. */
async function soon(page: Page, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + SOON_MS; Date.now() < end; ) {
    if (await isSo()) return true
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return false
}

/** 4.1.3: what a press has done is said by a live region. */
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

/** 3.3.1, 3.3.3: a form that is sent empty says which fields are missing, and leads to them. */
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

/** 3.2.2: filling in a field or choosing leads nowhere and moves no focus. */
export const choosing: Check = async (page) => {
  const found: string[] = []
  const tabs = page.context().pages().length
  const path = () => new URL(page.url()).pathname
  // One choice may take other fields away, so they are counted once.
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

/** 2.1.4: a letter alone does nothing while no field has the focus, since who dictates types many. */
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
