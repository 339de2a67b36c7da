import { mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './lib/packages.mjs'
import { consoleSections, pages, states } from './lib/page-states.mjs'
import { readOptions } from './lib/read-options.mjs'
import { isInterrupted, stopAll, stopAtEnd } from './lib/stop-at-end.mjs'
import { openConsole, serveSite } from './lib/temporary-site.mjs'
import { chromiumFlags, findChromium } from './machine/chromium.mjs'

const HEIGHTS = { 360: 740 }
const DEFAULT_HEIGHT = 900

const usage = `npm run screenshots -- [--width <px>]… [--only <name>]… [--site <url>]

Takes pictures of every page and its states into screenshots/; without --site of a site that it serves itself. Names:
`
const names = [pages, states, consoleSections].flatMap((all) => Object.keys(all))

const { values } = readOptions(
  usage + names.join(', '),
  {
    site: { type: 'string' },
    width: { type: 'string', multiple: true, default: ['360', '1280'] },
    only: { type: 'string', multiple: true, default: names },
  },
  ({ values, positionals }) => {
    const unknown = [...values.only.filter((name) => !names.includes(name)), ...positionals]
    if (unknown.length > 0) return `There is no ${unknown.join(', ')}`
    const wrong = values.width.filter((width) => !/^[1-9]\d*$/.test(width))
    if (wrong.length > 0) return `--width is a number of pixels, not ${wrong.join(', ')}`
  },
)
const folder = path.join(root, 'screenshots')
const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test')
let own
let browser
try {
  own = values.site ? undefined : await serveSite()
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: chromiumFlags,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  stopAtEnd(() => browser.close())
  for (const width of values.width.map(Number)) await takeAll(width)
  console.log(`The pictures are in ${path.relative(root, folder)}/`)
} catch (error) {
  if (!isInterrupted()) throw error
} finally {
  await stopAll()
}

async function takeAll(width) {
  const target = path.join(folder, String(width))
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const [name, address] of chosen(pages)) {
    await take(width, path.join(target, `${name}.png`), { address, isWhole: true })
  }
  for (const [name, state] of chosen(states)) {
    if (state.from && width < state.from) continue
    if (state.below && width >= state.below) continue
    await take(width, path.join(target, `${name}.png`), state)
  }
  if (own && chosen(consoleSections).length > 0) await takeConsole(width, target)
}

async function takeConsole(width, target) {
  const operator = await openConsole(own.env)
  const stop = stopAtEnd(operator.stop)
  const context = await browser.newContext({ viewport: { width, height: HEIGHTS[width] ?? DEFAULT_HEIGHT } })
  try {
    const page = await context.newPage()
    await page.goto(operator.link)
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const [name, address] of chosen(consoleSections)) {
      await page.goto(new URL(address, operator.link).href)
      await page.screenshot({ path: path.join(target, `${name}.png`), fullPage: true })
    }
  } finally {
    await context.close()
    await stop()
  }
}

function chosen(all) {
  return Object.entries(all).filter(([name]) => values.only.includes(name))
}

/** A new visitor without motion makes pictures repeatable. */
async function take(width, file, { address, prepare, cart = [], isWhole = false }) {
  const context = await browser.newContext({
    baseURL: values.site ?? own.url,
    viewport: { width, height: HEIGHTS[width] ?? DEFAULT_HEIGHT },
    reducedMotion: 'reduce',
    hasTouch: width < 768,
  })
  try {
    if (cart.length > 0)
      await context.addInitScript((items) => localStorage.setItem('cart', items), JSON.stringify(cart))
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForFunction(isHydrated)
    await prepare?.(page)
    if (isWhole) await page.evaluate(loadEveryImage)
    await page.screenshot({ path: file, fullPage: isWhole })
  } catch (error) {
    if (isInterrupted()) throw error
    console.error(`${path.relative(folder, file)}: ${error.message}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

function isHydrated() {
  return Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react'))
}

function loadEveryImage() {
  for (const image of document.images) image.loading = 'eager'
  return Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
}
