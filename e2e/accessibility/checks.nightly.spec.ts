import type { Page } from '@playwright/test'
import { states } from '../states/page-states'
import { COLOURS, violations } from '../support/axe'
import { paths } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'
import { findings, looks } from './checks'

const FILLED_CART = 'a filled cart'
const templates = [...paths, '/blog/none', FILLED_CART]

const late: Readonly<Record<string, string>> = { [FILLED_CART]: 'main select', '/checkout': 'main form input' }

async function prepareTemplate(page: Page, name: string): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const types: string[] = []
    Object.assign(window, { listenerTypes: types })
    // React adds every event to the root and the document.
    const isReacts = (target: unknown) => target === document || (target instanceof Element && target.id === 'root')
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, ...rest: [never]) {
      if (!isReacts(this)) types.push(type)
      return addEventListener.call(this, type, ...rest)
    }
  })
  if (name !== '/cart') await storeCart(page, [storedLine(2, 5)])
}

const known: readonly RegExp[] = [
  // The title replaces a picture that does not load (D-18).
  /^images: <img> "\/images\/courses\/\d+\.svg" repeats the text beside it$/,
  // The provider owns the parts of the card field; the field around them has label and edge.
  /^(labels|contrasts|forcedColours): .*<input> "(Security code|Expiry date|Card number)"/,
  // The sandbox's window imitates PayPal's own.
  /^textGrows: <(h2|p|button)> "(PayPal sandbox|Pay|Pay, but .*|Fail|Cancel|The bank declined.*)" keeps its size/,
  // A moving pointer only starts the scripts earlier.
  /^gestures: the page listens to pointermove$/,
  // A policy's text listens for its links; Enter on a link arrives as a click.
  /^pointers: <div(#policy-privacy-text)?> "This policy explains/,
]

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (401|402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

const unknown = (found: readonly string[]) => found.filter((it) => !known.some((expected) => expected.test(it)))

for (const name of templates) {
  test(`every check of the template ${name}`, async ({ page }) => {
    await prepareTemplate(page, name)
    await open(page, name === FILLED_CART ? '/cart' : name)
    const last = page.locator(late[name] ?? 'main').first()
    await last.waitFor()
    expect(unknown(await findings(page))).toEqual([])
  })
}

for (const [name, { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare }] of Object.entries(states)) {
  test(`axe, and every check that leaves the state ${name} as it is`, async ({ page }) => {
    const widths = [360, 1280].filter((width) => width >= from && width < below)
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page), `${width} px`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, COLOURS), 'dark').toEqual([])
    expect(unknown(await findings(page, looks))).toEqual([])
  })
}
