import path from 'node:path'
import { browserPackages, readPackage } from '../../../scripts/lib/packages.mjs'
import { figureRow } from '../report/rows.mjs'
import { hydrated, unmeasuredVisitor } from '../site/browser.mjs'
import { buildChanged } from '../site/build-changed.mjs'
import { createSite } from '../site/create-site.mjs'

const ROUTE = '/courses'
const QUIET_MS = 1_000
/** One text of a source file of each, and what its release may cost (P9), in kB. */
const changes = {
  catalog: { file: 'src/courses/courses-page.tsx', from: 'Available Courses', to: 'Courses on offer', most: 8 },
  shell: { file: 'src/footer/footer.tsx', from: 'Quick Links', to: 'Short cuts', most: 12 },
}

/** P9: what a visitor who has the listing in the browser's cache fetches of it after a release with one changed text. */
export async function measureReturningVisitor({ browser, progress }) {
  const site = await createSite()
  const rows = []
  try {
    await site.command('deploy', ...browserPackages)
    const origin = await site.start()
    const context = await unmeasuredVisitor(browser)
    const first = await visit(context, origin.url)
    for (const [name, { most, ...change }] of Object.entries(changes)) {
      progress(`bytes: a release of ${name} with one changed text`)
      const version = `${readPackage(name).version}-bench.text`
      const from = await buildChanged(name, path.join(site.folder, name), version, change)
      await site.command('publish', name, '--from', from)
      await site.command('activate', `${name}@${version}`)
      await until(async () => (await (await fetch(origin.url + ROUTE)).text()).includes(change.to))
      const { bytes } = await visit(context, origin.url)
      const measured = `scripts ${ROUTE} fetches again after a release of ${name} with one changed text`
      const unit = 'kB'
      rows.push({
        ...figureRow({ goal: 'P9', measured, unit, ours: bytes / 1000, most }),
        reference: first.bytes / 1000,
      })
    }
    await context.close()
  } finally {
    await site.remove()
  }
  return rows
}

/** Opens the page until it is interactive and quiet; counts what came over the network for scripts. */
async function visit(context, url) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Set()
  let bytes = 0
  let lastAt = performance.now()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if ((type === 'Script' || response.mimeType.includes('javascript')) && !response.fromDiskCache)
      scripts.add(requestId)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => scripts.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = performance.now()
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url + ROUTE)
  await hydrated(page)
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  await page.close()
  return { bytes }
}

async function until(holds) {
  const deadline = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('The release does not reach visitors')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
