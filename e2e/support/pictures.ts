import type { Page } from '@playwright/test'

/** By width. */
const COLUMNS = { 360: 8, 768: 12, 1280: 16, 1920: 16 }
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Another font rasterisation moves a block by less than three greys. */
const GREYS = 4
const CHANGED = 2
const SCALE = 0.25

export type Width = keyof typeof COLUMNS

/** {@link digestOf} once everything has come and nothing moves. */
export async function readDigest(page: Page, width: Width, isWhole: boolean): Promise<string> {
  await page.evaluate(async (isWhole) => {
    if (isWhole) scrollTo(0, 0)
    await Promise.all(Array.from(document.images, (it) => it.decode().catch(() => {})))
    await document.fonts.ready
    for (const it of document.getAnimations()) {
      const { activeDuration } = it.effect?.getComputedTiming() ?? {}
      if (activeDuration === Infinity) it.cancel()
      else it.finish()
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, isWhole)
  const devtools = await page.context().newCDPSession(page)
  const { cssContentSize, cssVisualViewport: view } = await devtools.send('Page.getLayoutMetrics')
  const shown = { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight }
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: isWhole,
    clip: { ...(isWhole ? cssContentSize : shown), scale: SCALE },
  })
  await devtools.detach()
  return digestOf(page, data, width, SCALE)
}

/**
 * Height, and a grey for each block.
 * @param data base64 of a PNG
 */
export async function digestOf(page: Page, data: string, width: Width, scale = 1): Promise<string> {
  const { greys, height } = await page.evaluate(readGreys, { data, columns: COLUMNS[width] })
  return `${height / scale} ${greys.map((grey) => ALPHABET[grey]).join('')}`
}

async function readGreys({ data, columns }: { data: string; columns: number }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const whole = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
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
}

export function isAlike(found: string, known = ''): boolean {
  const [[height, greys], [knownHeight, knownGreys]] = [parse(found), parse(known)]
  if (Math.abs(height - knownHeight) > height / 100) return false
  const changed = greys.filter((grey, block) => Math.abs(grey - (knownGreys[block] ?? grey)) > GREYS)
  return changed.length <= CHANGED
}

function parse(digest: string): [number, number[]] {
  const [height, blocks = ''] = digest.split(' ')
  return [Number(height), Array.from(blocks, (block) => ALPHABET.indexOf(block))]
}
