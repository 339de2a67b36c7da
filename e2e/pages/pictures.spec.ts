import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PageState } from '../states/actions'
import { pages, states } from '../states/page-states'
import { isAlike, readDigest, type Width } from '../support/pictures'
import { storeCart } from '../support/shop'
import { root } from '../support/site'
import { expect, open, test } from '../support/test'

const HEIGHTS = { 360: 740, 768: 1024, 1280: 900, 1920: 1080 }
const WIDTHS: Record<string, readonly Width[]> = {
  desktop: [360, 768, 1280],
  screenshots: [360, 768, 1280, 1920],
}
const SCHEMES = ['light', 'dark'] as const
const DIGESTS = path.join(import.meta.dirname, 'digests.json')

const whole = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address, isWhole: true }])
const all = [...whole, ...Object.entries(states)]

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: /(?:)/ })

for (const [name, state] of all) {
  const { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare, isWhole = false } = state
  test(`the picture of ${name} is the reviewed one`, async ({ page }, { project, config }) => {
    const isForLooking = project.name === 'screenshots'
    const isUpdate = /all|changed/.test(config.updateSnapshots)
    const known = readKnown()[name] ?? {}
    const digests: Record<string, string> = {}
    const differing: string[] = []
    const sizes = (WIDTHS[project.name] ?? []).filter((width) => width >= from && width < below)
    const resize = (width: Width) => page.setViewportSize({ width, height: HEIGHTS[width] })
    if (sizes[0]) await resize(sizes[0])
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    for (const width of sizes) {
      await resize(width)
      for (const colorScheme of SCHEMES) {
        const look = `${width}-${colorScheme}`
        await page.emulateMedia({ colorScheme })
        const digest = await readDigest(page, width, isWhole)
        if (width !== 1920) digests[look] = digest
        const isKnown = isAlike(digest, known[look])
        const file = path.join(root, 'screenshots', look, `${name}.jpg`)
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

function readKnown(): Record<string, Record<string, string>> {
  return existsSync(DIGESTS) ? JSON.parse(readFileSync(DIGESTS, 'utf8')) : {}
}

function keep(name: string, digests: Record<string, string>): void {
  const known = { ...readKnown(), [name]: digests }
  const listed = Object.fromEntries(all.flatMap(([it]) => (known[it] ? [[it, known[it]]] : [])))
  writeFileSync(DIGESTS, `${JSON.stringify(listed, null, 2)}\n`)
}
