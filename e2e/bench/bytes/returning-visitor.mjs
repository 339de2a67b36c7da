import path from 'node:path'
import { browserPackages, readPackage } from '../../../scripts/lib/packages.mjs'
import { waitForDelta } from '../../../scripts/lib/wait-for-delta.mjs'
import { figureRow } from '../report/rows.mjs'
import { hydrated, unmeasuredVisitor } from '../site/browser.mjs'
import { buildChanged } from '../site/build-changed.mjs'
import { createSite } from '../site/create-site.mjs'
import { getCompressed } from '../site/get.mjs'

const ROUTE = '/courses'
const QUIET_MS = 1_000
/** In kB, without headers, for a browser that takes deltas (decision 33). */
const MOST_AS_DELTA = 0.5
/** One text of a source file of each, the script it stands in, and what its release may cost a browser without deltas (P9), in kB. */
const changes = {
  catalog: {
    change: { file: 'src/courses/courses-page.tsx', from: 'Available Courses', to: 'Courses on offer' },
    stem: 'courses-page',
    most: 8,
  },
  shell: {
    change: { file: 'src/footer/footer.tsx', from: 'Quick Links', to: 'Short cuts' },
    stem: 'bootstrap',
    most: 12,
  },
}

/**
 * P9: what a visitor who has the listing in the browser's cache fetches of it after a release with one changed text: as
 * Chromium is sent it, and the same scripts for a browser that knows nothing of deltas.
 */
export async function measureReturningVisitor({ browser, progress }) {
  const site = await createSite()
  const rows = []
  try {
    await site.command('deploy', ...browserPackages)
    const origin = await site.start()
    const context = await unmeasuredVisitor(browser)
    const first = await visit(context, origin.url)
    for (const [name, { change, stem, most }] of Object.entries(changes)) {
      progress(`bytes: a release of ${name} with one changed text`)
      const version = `${readPackage(name).version}-bench.text`
      const from = await buildChanged(name, path.join(site.folder, name), version, change)
      await site.command('publish', name, '--from', from)
      const { releases } = await site.readComposition()
      await site.command('activate', `${name}@${version}`)
      await until(async () => (await (await fetch(origin.url + ROUTE)).text()).includes(change.to))
      const versions = [releases[name].version, version]
      await waitForDelta({ siteDir: site.env.SITE_DIR, url: origin.url }, { name, stem, versions })
      const { bytes, addresses } = await visit(context, origin.url)
      const whole = await Promise.all(addresses.map(getCompressed))
      const wholeBytes = whole.reduce((sum, { body }) => sum + body.length, 0)
      const measured = `scripts ${ROUTE} fetches again after a release of ${name} with one changed text`
      const row = { goal: 'P9', unit: 'kB' }
      const reference = first.bytes / 1000
      rows.push(
        { ...figureRow({ ...row, measured, ours: bytes / 1000, most: MOST_AS_DELTA }), reference },
        { ...figureRow({ ...row, measured: `${measured}, without deltas`, ours: wholeBytes / 1000, most }), reference },
      )
    }
    await context.close()
  } finally {
    await site.remove()
  }
  return rows
}

/** Opens the page until it is interactive and quiet; counts what came over the network for scripts, without headers. */
async function visit(context, url) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Map()
  let bytes = 0
  let lastAt = performance.now()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if ((type === 'Script' || response.mimeType.includes('javascript')) && !response.fromDiskCache)
      scripts.set(requestId, { address: response.url, headerBytes: response.encodedDataLength })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => scripts.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = performance.now()
    const script = scripts.get(requestId)
    if (script) bytes += encodedDataLength - script.headerBytes
  })
  await session.send('Network.enable')
  await page.goto(url + ROUTE)
  await hydrated(page)
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  await page.close()
  return { bytes, addresses: [...scripts.values()].map(({ address }) => address) }
}

async function until(holds) {
  const deadline = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('The release does not reach visitors')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
