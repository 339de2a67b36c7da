import { rm } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../../scripts/lib/packages.mjs'
import { figureRow } from '../report/rows.mjs'
import { median, percentile } from '../report/statistics.mjs'
import { hydrated } from '../site/browser.mjs'
import { copyTree } from '../site/copy-tree.mjs'
import { kindsOfEdit, saveEdit } from './edits.mjs'
import { startDevelopment } from './start-development.mjs'

/** What was built in it stays for the next time. */
const TREE = path.join(root, '.cache/loop')
const EDITS = 50
/** Of the first edits nothing is counted: the programs have not run yet. */
const WARM_UP = 3
const SEARCH = 'first'

/** P11: from saving a file until the open page shows it, while one remote is worked on. */
export async function measureLoop({ browser, progress }) {
  progress('loop: copy the sources and start npm run dev -- catalog')
  await copyTree(TREE)
  await rm(path.join(TREE, '.site-dev'), { recursive: true, force: true })
  const development = await startDevelopment(TREE)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await openFilter(page, development.url)
    const edits = []
    for (let count = 1; count <= WARM_UP + EDITS; count++) {
      if (count % 10 === 0) progress(`loop: edit ${count} of ${WARM_UP + EDITS}`)
      const edit = await timeEdit(page, development, count)
      if (count > WARM_UP) edits.push(edit)
    }
    return { rows: rowsOf(edits), details: { edits } }
  } finally {
    await context.close()
    await development.stop()
  }
}

/** A listing that somebody has filtered, searched and scrolled. */
async function openFilter(page, url) {
  await page.goto(`${url}/courses`)
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link').nth(2).click()
  await page.waitForURL(/category=/)
  await page.getByRole('searchbox').fill(SEARCH)
}

async function timeEdit(page, development, count) {
  const kind = kindsOfEdit[count % kindsOfEdit.length]
  await page.evaluate(() => {
    window.isSameDocument = true
  })
  await development.quiet()
  const lines = development.follow()
  const startedAt = performance.now()
  const isShown = await saveEdit(TREE, kind, count)
  await page.waitForFunction(isShown, count, { polling: 'raf' })
  const shownMs = performance.now() - startedAt
  const isSame = await page.evaluate(() => window.isSameDocument === true)
  const kept = isSame && (await page.getByRole('searchbox').inputValue()) === SEARCH
  const { sentMs, liveMs } = await lines.since(startedAt)
  return { kind, shownMs, sentMs, liveMs, kept }
}

function rowsOf(edits) {
  const figures = (measured, values) => [
    figureRow({ goal: '–', measured: `${measured}, median`, unit: 'ms', ours: median(values) }),
    figureRow({ goal: '–', measured: `${measured}, 95 %`, unit: 'ms', ours: percentile(values, 0.95) }),
  ]
  const shown = edits.map(({ shownMs }) => shownMs)
  const what = `an edit is on the open page, ${edits.length} edits`
  return [
    figureRow({ goal: 'P11', measured: `${what}, median`, unit: 'ms', ours: median(shown), most: 500 }),
    figureRow({ goal: 'P11', measured: `${what}, 95 %`, unit: 'ms', ours: percentile(shown, 0.95), most: 1_000 }),
    figureRow({
      goal: 'P11',
      measured: '… and the listing is filtered as it was, share of the edits',
      unit: '',
      ours: edits.filter(({ kept }) => kept).length / edits.length,
      least: 1,
    }),
    ...kindsOfEdit.flatMap((kind) =>
      figures(
        `… a ${kind}`,
        edits.filter((edit) => edit.kind === kind).map(({ shownMs }) => shownMs),
      ),
    ),
    ...figures(
      '… compiled and sent to the page',
      edits.map(({ sentMs }) => sentMs),
    ),
    ...figures(
      '… composed into the site and live',
      edits.map(({ liveMs }) => liveMs),
    ),
  ]
}
