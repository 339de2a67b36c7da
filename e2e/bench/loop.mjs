import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { temporarySite, waitForOrigin } from '../../scripts/lib/temporary-site.mjs'
import { hydrated } from './browser.mjs'
import { createTree } from './site.mjs'
import { figureRow, median } from './table.mjs'

const EDITS = 50
const WARM_UP = 3
const STARTING_MS = 600_000
const QUIET_MS = 700
const SEARCH = 'first'
const FILE = 'catalog/src/courses/get-started.tsx'
const PLACE = /Not sure which course you need\?(?: \d+)?/
const textOf = (count) => `Not sure which course you need? ${count}`

/** P11 */
export async function measureLoop({ browser, progress }) {
  progress('loop: copy the sources and start npm run dev -- catalog')
  const tree = await createTree('loop')
  await rm(path.join(tree.folder, '.site-dev'), { recursive: true, force: true })
  const { env, remove } = await temporarySite()
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, ['scripts/dev.mjs', 'catalog'], { cwd: tree.folder, env, stdio })
  const stop = stopChildAtEnd(child)
  let writtenAt = 0
  for (const stream of [child.stdout, child.stderr]) stream.on('data', () => (writtenAt = performance.now()))
  const { url } = await waitForOrigin(child, STARTING_MS)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(`${url}/courses`)
    await hydrated(page)
    await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link').nth(2).click()
    await page.waitForURL(/category=/)
    await page.getByRole('searchbox').fill(SEARCH)
    const edits = []
    for (let count = 1; count <= WARM_UP + EDITS; count++) {
      if (count % 10 === 0) progress(`loop: edit ${count} of ${WARM_UP + EDITS}`)
      while (performance.now() - writtenAt < QUIET_MS) await wait(QUIET_MS / 10)
      const startedAt = performance.now()
      await tree.edit(FILE, PLACE, textOf(count))
      await page.waitForFunction((text) => document.body.innerText.includes(text), textOf(count), { polling: 'raf' })
      const ms = performance.now() - startedAt
      edits.push({ ms, isKept: (await page.getByRole('searchbox').inputValue()) === SEARCH })
    }
    return { rows: rowsOf(edits.slice(WARM_UP)), details: edits }
  } finally {
    await page.close()
    await stop()
    await remove()
  }
}

function rowsOf(edits) {
  const sorted = edits.map(({ ms }) => ms).sort((a, b) => a - b)
  const what = `an edit is on the open page, ${edits.length} edits`
  const kept = edits.filter(({ isKept }) => isKept).length / edits.length
  const row = (measured, ours, given) => figureRow({ goal: 'P11', measured, unit: 'ms', ours, ...given })
  return [
    row(`${what}, median`, median(sorted), { most: 500 }),
    row(`${what}, 95 %`, sorted[Math.ceil(sorted.length * 0.95) - 1], { most: 1_000 }),
    row('… and the listing is filtered as it was, share of the edits', kept, { unit: '', least: 1 }),
  ]
}
