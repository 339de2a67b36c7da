import { expect, type Page, test } from '@playwright/test'
import { hydrated } from '../support/test'
import { startCommand } from './command'
import { edit, HEADING, mustRefuse, OTHER_HEADING, type Row, SOURCE } from './row'

const READY = /^ready http:\/\/localhost:\d+$/m
/** P11 says less, on an idle machine. */
const MOST_MS = 1_000
const SEARCH = 'first'
const THROW = '  if (Number.NaN !== 0) throw new Error("cannot be rendered")\n'
const STYLES = 'catalog/src/courses/get-started.module.css'
const COURSES = 'catalog/src/courses/by-category/health.ts'

type Development = { clone: string; page: Page; command: Awaited<ReturnType<typeof startCommand>> }

export const developing: Record<string, Row> = {
  'npm run dev -- catalog': async ({ clone, page }) => {
    await mustRefuse(clone, 'npm run dev -- catalogue', 'Name one package: npm run dev -- shell | catalog')
    const command = await startCommand(clone, 'npm run dev -- catalog')
    await command.writes(READY)
    await openFilter(page, command.url)
    await showEdits({ clone, page, command })
    await showWrongTypes({ clone, page, command })
    await showWhatDoesNotCompile({ clone, page, command })
    await showWhatThrows({ clone, page, command })

    const last = await editUntilLive(clone, command.output)
    await expect(heading(page, last)).toBeVisible()
    await edit(clone, SOURCE, last, HEADING)
    await expect(heading(page, HEADING)).toBeVisible()
    await command.stop()

    // What a start before has left is no reason to refuse a text that was live then.
    const again = await startCommand(clone, 'npm run dev -- catalog', { PORT: new URL(command.url).port })
    await again.writes(READY)
    await openFilter(page, command.url)
    for (const [from, to] of [HEADING, OTHER_HEADING, HEADING].flatMap(pairWithNext)) {
      await edit(clone, SOURCE, from, to)
      await expect(heading(page, to)).toBeVisible()
    }
    await showWhatThrows({ clone, page, command: { ...again, url: command.url } })
    await again.stop()
  },

  'npm run dev -- catalog --against https://…': async ({ clone, page }) => {
    await mustRefuse(clone, 'npm run dev -- catalog --against shop.example', 'is no address of a site')
    await mustRefuse(clone, 'npm run dev -- shell --against http://localhost:1', 'name a remote')
    const site = await startCommand(clone, 'npm start')
    await site.writes(READY)
    const before = await documentOf(`${site.url}/courses`)
    const command = await startCommand(clone, `npm run dev -- catalog --against ${site.url}`)
    await command.writes(READY)
    await page.goto(`${command.url}/courses`)
    await hydrated(page)
    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    await expect(heading(page, OTHER_HEADING)).toBeVisible()
    await edit(clone, STYLES, '.band {', '.band { outline: 3px solid;')
    await expect(page.getByRole('region', { name: OTHER_HEADING })).toHaveCSS('outline-style', 'solid')
    await edit(clone, SOURCE, '  return (', '  return ((')
    await expect(overlayOf(page)).toContainText(/catalog\/src\/courses\/get-started\.tsx:\d+:\d+/)
    await edit(clone, SOURCE, '  return ((', '  return (')
    await expect(overlayOf(page)).toHaveCount(0)
    await hydrated(page)
    await page.getByRole('link', { name: 'Blog' }).first().click()
    await expect(page.getByRole('heading', { level: 1 }), 'of another package').toContainText('Blog')

    const sent = await fetch(`${command.url}/api/payments/create-payment-intent`, { method: 'POST', body: '{}' })
    expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining('Nothing of')])
    expect(await documentOf(`${site.url}/courses`), 'the site is what it was').toBe(before)
    await edit(clone, STYLES, '.band { outline: 3px solid;', '.band {')
    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    await page.goto('about:blank')
    await command.stop()
    await site.stop()
  },
}

/** The listing as somebody has filtered and searched it. */
async function openFilter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/courses`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Health & Safety', exact: true }).click()
  await page.getByRole('searchbox').fill(SEARCH)
  await expect(page).toHaveURL(/category=/)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
}

/** Nothing was loaded again. */
async function isFilterOpen(page: Page): Promise<void> {
  await expect(page.getByRole('searchbox')).toHaveValue(SEARCH)
  expect(new URL(page.url()).searchParams.has('category')).toBe(true)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
}

/** P11: a component, a style and a text, each on the open page, which stays as somebody has filtered it. */
async function showEdits({ clone, page, command }: Development): Promise<void> {
  const took: number[] = []
  for (const [from, to] of [HEADING, 'One', 'Two', 'Three', OTHER_HEADING].flatMap(pairWithNext)) {
    const startedAt = performance.now()
    await edit(clone, SOURCE, from, to)
    await expect(heading(page, to)).toBeVisible()
    took.push(Math.round((performance.now() - startedAt) / slowDown()))
  }
  test.info().annotations.push({ type: 'an edit is on the page after', description: `${took.join(', ')} ms` })
  expect(Math.min(...took), `${took.join(', ')} ms`).toBeLessThan(MOST_MS)

  const band = page.getByRole('region', { name: OTHER_HEADING })
  await edit(clone, STYLES, '.band {', '.band { outline: 3px solid;')
  await expect(band).toHaveCSS('outline-style', 'solid')
  await edit(clone, STYLES, '.band { outline: 3px solid;', '.band {')
  await expect(band).toHaveCSS('outline-style', 'none')

  await edit(clone, COURSES, 'First Aid', 'Aid that comes first')
  await expect(page.getByRole('main')).toContainText('Aid that comes first')
  await edit(clone, COURSES, 'Aid that comes first', 'First Aid')
  await expect(page.getByRole('main')).not.toContainText('Aid that comes first')
  await isFilterOpen(page)

  // Beside that, the site is made of it.
  await expect.poll(() => documentOf(`${command.url}/courses`)).toContain(OTHER_HEADING)
  await isFilterOpen(page)
}

async function showWrongTypes({ clone, page, command }: Development): Promise<void> {
  const wrong = '  const count: number = "of another type"\n'
  await edit(clone, SOURCE, '  return (', `${wrong}  return (`)
  await edit(clone, SOURCE, OTHER_HEADING, 'Shown all the same')
  await expect(heading(page, 'Shown all the same')).toBeVisible()
  const panel = page.getByRole('alert', { name: 'Types do not fit' })
  await expect(panel).toContainText(/catalog\/src\/courses\/get-started\.tsx:\d+:\d+/)
  await expect(panel).toContainText("Type 'string' is not assignable to type 'number'")
  await expect(overlayOf(page), 'the page can be used').toHaveCount(0)
  await expect.poll(() => documentOf(`${command.url}/courses`)).toContain('Shown all the same')
  await edit(clone, SOURCE, wrong, '')
  await edit(clone, SOURCE, 'Shown all the same', OTHER_HEADING)
  await expect(panel).toHaveCount(0)
  await isFilterOpen(page)
}

async function showWhatDoesNotCompile({ clone, page, command }: Development): Promise<void> {
  await edit(clone, SOURCE, '  return (', '  return ((')
  await expect(overlayOf(page)).toContainText(/catalog\/src\/courses\/get-started\.tsx:\d+:\d+/)
  await expect(overlayOf(page)).toContainText("Expected ','")
  expect(command.output()).toMatch(/Does not compile: catalog\/src\/courses\/get-started\.tsx:\d+:\d+\n.*Expected ','/)
  expect(command.output()).not.toMatch(/swc-loader|Stack backtrace|^\s+at /m)
  await expect(heading(page, OTHER_HEADING), 'the last version that worked').toBeVisible()
  await edit(clone, SOURCE, '  return ((', '  return (')
  await edit(clone, SOURCE, OTHER_HEADING, HEADING)
  await expect(heading(page, HEADING)).toBeVisible()
  await expect(overlayOf(page)).toHaveCount(0)
  await isFilterOpen(page)
}

async function showWhatThrows({ clone, page, command }: Development): Promise<void> {
  // What worked last is on the open page first.
  await expect.poll(() => documentOf(`${command.url}/courses`)).toContain(HEADING)
  await edit(clone, SOURCE, '  return (', `${THROW}  return (`)
  await expect(overlayOf(page)).toContainText('catalog cannot be made live')
  await expect(overlayOf(page)).toContainText('cannot be rendered')
  expect(await documentOf(`${command.url}/courses`), 'visitors get what worked').toContain(HEADING)
  await edit(clone, SOURCE, THROW, '')
  await expect(heading(page, HEADING)).toBeVisible()
  await expect(overlayOf(page)).toHaveCount(0)
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 2, name })
}

function overlayOf(page: Page) {
  return page.getByRole('alertdialog')
}

async function documentOf(address: string): Promise<string> {
  return (await fetch(address)).text()
}

/** How much longer than the processor is busy with it a task takes at the moment: what other programs cost. */
function slowDown(): number {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let busyMs = 0
  while (busyMs < 100) {
    const { user, system } = process.cpuUsage(before)
    busyMs = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - startedAt) / busyMs)
}

/**
 * Saves again and again while an edit is being made live, ever slower: what was saved meanwhile is on the page before.
 * @returns the last heading
 */
async function editUntilLive(clone: string, output: () => string): Promise<string> {
  const linesLive = () => output().match(/^live after/gm)?.length ?? 0
  const before = linesLive()
  let count = 0
  const save = async () => {
    count += 1
    await edit(clone, SOURCE, count === 1 ? HEADING : `Edit ${count - 1}`, `Edit ${count}`)
    return linesLive()
  }
  await expect.poll(save, { intervals: [100, 100, 100, 200, 200, 400, 400, 800, 1_600] }).toBeGreaterThan(before)
  return `Edit ${count}`
}

function pairWithNext(text: string, index: number, all: string[]): [string, string][] {
  const next = all[index + 1]
  return next === undefined ? [] : [[text, next]]
}
