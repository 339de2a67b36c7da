import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { PageState } from '../states/actions'
import { states } from '../states/page-states'
import { violations } from '../support/axe'
import { isAlike, readDigest, type Width } from '../support/pictures'
import { paths } from '../support/routes'
import { storeCart } from '../support/shop'
import { root } from '../support/site'
import { expect, NO_SHIFT, open, readShift, test } from '../support/test'

const HEIGHTS = { 360: 740, 768: 1024, 1280: 900, 1920: 1080 }
const WIDTHS: readonly Width[] = [360, 768, 1280, 1920]
const SCHEMES = ['light', 'dark'] as const
const DIGESTS = path.join(import.meta.dirname, 'digests.json')

/** Without a cart `/checkout` leads away (R124); its states are below. */
const addresses = [...paths.filter((path) => path !== '/checkout'), '/blog/none']
const whole = addresses.map((address): [string, PageState] => [address, { address, isWhole: true }])
const all = [...whole, ...Object.entries(states)]

/** States that differ most are looked into on a phone; every night all (`accessibility/checks.nightly.spec.ts`). */
const withAmounts = ['cart-filled', 'checkout-card', 'checkout-confirmed', 'account', 'order']
const others = ['course-details', 'menu-drawer', 'quick-checkout-filled', 'checkout-errors', 'page-unloadable']

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: /(?:)/ })

for (const [name, state] of all) {
  const { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare, isWhole = false } = state
  const isLookedInto = [...withAmounts, ...others].includes(name)
  test(`the picture of ${name} is the reviewed one${isLookedInto ? ', and axe finds nothing on a phone' : ''}`, async ({
    page,
  }, { project, config }) => {
    const isForLooking = project.name === 'screenshots'
    const isUpdate = /all|changed/.test(config.updateSnapshots)
    const known = readKnown()[name] ?? {}
    const digests: Record<string, string> = {}
    const differing: string[] = []
    const sizes = WIDTHS.filter((width) => width >= from && width < below)
    const resize = (width: Width) => page.setViewportSize({ width, height: HEIGHTS[width] })
    if (sizes[0]) await resize(sizes[0])
    if (cart) await storeCart(page, cart)
    await open(page, address)
    if (name === address) expect(await readShift(page)).toBeLessThan(NO_SHIFT)
    await prepare?.(page)
    if (isLookedInto && !isForLooking) expect(await violations(page)).toEqual([])
    if (withAmounts.includes(name)) expect(await findBrokenWords(page)).toEqual([])
    for (const width of sizes) {
      for (const colorScheme of SCHEMES) {
        const look = `${width}-${colorScheme}`
        const isCompared = width !== 1920
        if (!isCompared && !isForLooking) continue
        await resize(width)
        await page.emulateMedia({ colorScheme })
        const digest = await readDigest(page, width, isWhole)
        if (isCompared) digests[look] = digest
        const isKnown = isAlike(digest, known[look])
        const file = path.join(root, 'screenshots', look, `${name.replaceAll('/', '_')}.jpg`)
        if (!isKnown) differing.push(file)
        if (isForLooking || !(isKnown || isUpdate))
          await page.screenshot({ path: file, type: 'jpeg', fullPage: isWhole, animations: 'disabled' })
      }
    }
    if (isUpdate) keep(name, { ...known, ...digests })
    else if (!isForLooking)
      expect(differing, 'pictures that are not the reviewed ones; `npm run screenshots -- -u` accepts them').toEqual([])
  })
}

/** Phones once showed "£99.0" and "0" on two lines, because words could be broken anywhere. */
async function findBrokenWords(page: Page): Promise<object[]> {
  await expect(page.getByText(/£\d/).filter({ visible: true }).first()).toBeVisible()
  const words = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { word: string; lines: number }[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const isButton = node.parentElement?.closest('button, a') !== null
      for (const { 0: word, index } of node.nodeValue?.matchAll(/\S+/g) ?? []) {
        if (!isButton && !/^[-–]?£\d/.test(word)) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
        found.push({ word, lines: new Set(tops).size })
      }
    }
    return found
  })
  expect(words.filter(({ word }) => word.startsWith('£')).length).toBeGreaterThan(0)
  return words.filter(({ lines }) => lines > 1)
}

function readKnown(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(DIGESTS, 'utf8'))
}

function keep(name: string, digests: Record<string, string>): void {
  const known = { ...readKnown(), [name]: digests }
  const listed = Object.fromEntries(all.flatMap(([it]) => (known[it] ? [[it, known[it]]] : [])))
  writeFileSync(DIGESTS, `${JSON.stringify(listed, null, 2)}\n`)
}
