import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { root } from '../support/site'
import { expect, open, test } from '../support/test'

/** CSS pixels; the largest is for looking alone. */
const HEIGHTS = { 360: 740, 768: 1024, 1280: 900, 1920: 1080 }
const REVIEWED = 1280
const SCHEMES = ['light', 'dark'] as const
/** A digest has so many blocks a row, and a grey of 64 for each. */
const COLUMNS = 16
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Another font rasterisation moves a block by less than three greys. */
const GREYS = 4
/** Share of blocks that may differ by more: times, ids and cursors. */
const CHANGED = 0.01

type Digest = { height: number; blocks: string }

const whole = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address, isWhole: true }])
const widths = Object.keys(HEIGHTS).map(Number)
const fileOf = (look: string, name: string) => path.join(root, 'screenshots', look, `${name}.jpg`)
const digestsOf = (name: string) => path.join(import.meta.dirname, 'digests', `${name}.json`)

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: /(?:)/ })

for (const [name, state] of [...whole, ...Object.entries<PageState>(states)]) {
  const { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare, isWhole = false } = state
  test(`the picture of ${name} is the reviewed one`, async ({ page }, { project, config }) => {
    const isForLooking = project.name === 'screenshots'
    const isUpdate = config.updateSnapshots === 'all'
    const known: Record<string, Digest> = existsSync(digestsOf(name))
      ? JSON.parse(readFileSync(digestsOf(name), 'utf8'))
      : {}
    const digests: Record<string, Digest> = {}
    const differing: string[] = []
    const sizes = widths.filter((width) => width >= from && width < below && (isForLooking || width <= REVIEWED))
    await setWidth(page, sizes[0] ?? 0)
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    for (const width of sizes) {
      await setWidth(page, width)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        const look = `${width}-${colorScheme}`
        const picture = await page.screenshot({ type: 'jpeg', fullPage: isWhole, animations: 'disabled' })
        if (width <= REVIEWED) digests[look] = await readDigest(page, picture)
        const isKnown = isAlike(digests[look], known[look])
        if (!isKnown) differing.push(fileOf(look, name))
        if (isForLooking || !isKnown) keep(fileOf(look, name), picture)
      }
    }
    if (isUpdate) keep(digestsOf(name), `${JSON.stringify(digests, null, 2)}\n`)
    else if (!isForLooking)
      expect(differing, 'pictures that are not the reviewed ones; `npm run screenshots -- -u` accepts them').toEqual([])
  })
}

function setWidth(page: Page, width: number): Promise<void> {
  return page.setViewportSize({ width, height: HEIGHTS[width as keyof typeof HEIGHTS] })
}

function keep(file: string, content: Buffer | string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

async function readDigest(page: Page, picture: Buffer): Promise<Digest> {
  const { greys, height } = await page.evaluate(
    async ({ picture, columns }) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
      const whole = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
      const rows = Math.ceil((whole.height / whole.width) * columns)
      const context = new OffscreenCanvas(columns, rows).getContext('2d')
      const small = await createImageBitmap(whole, { resizeWidth: columns, resizeHeight: rows, resizeQuality: 'high' })
      context?.drawImage(small, 0, 0)
      const colours = [...(context?.getImageData(0, 0, columns, rows).data ?? [])]
      const greys = Array.from({ length: columns * rows }, (_, block) => {
        const [red = 0, green = 0, blue = 0] = colours.slice(4 * block, 4 * block + 3)
        return Math.floor((0.3 * red + 0.59 * green + 0.11 * blue) / 4)
      })
      return { greys, height: whole.height }
    },
    { picture: picture.toString('base64'), columns: COLUMNS },
  )
  return { height, blocks: greys.map((grey) => ALPHABET[grey]).join('') }
}

function isAlike(found?: Digest, known?: Digest): boolean {
  if (!found || !known || Math.abs(found.height - known.height) > found.height / 100) return false
  const length = Math.min(found.blocks.length, known.blocks.length)
  const differing = Array.from({ length }, (_, block) =>
    Math.abs(ALPHABET.indexOf(found.blocks[block] ?? '') - ALPHABET.indexOf(known.blocks[block] ?? '')),
  ).filter((difference) => difference > GREYS)
  return differing.length <= length * CHANGED
}
