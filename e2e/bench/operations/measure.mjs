import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { browserPackages, readPackage, root } from '../../../scripts/lib/packages.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { buildChanged } from '../site/build-changed.mjs'
import { createSite } from '../site/create-site.mjs'
import { getCompressed } from '../site/get.mjs'

import { countDocuments, growRelease } from './grown-release.mjs'

/** Copies show the page of which they are and not its variants: only what has as large a share of them can be compared. */
const TIMES = [4, 10]
const POLL_MS = 10
const CHANGED = 'catalog'

/** P8: the operator's commands on a site of their own, each with the start of its process. */
export async function measureOperations({ progress }) {
  const site = await createSite()
  try {
    const versions = browserPackages.map((name) => `${name}@latest`)
    for (const name of browserPackages) await site.command('publish', name, '--from', path.join(root, name, 'dist'))
    progress('operations: activate the whole site')
    const activation = await activate(site, versions)
    progress(`operations: build and release ${CHANGED}`)
    const release = await releaseChanged(site)
    progress('operations: roll back')
    const rollback = await rollBack(site)
    const grown = []
    for (const times of TIMES) {
      progress(`operations: activate ${times} times the pages`)
      grown.push(await activateGrown(site, times))
    }
    const details = { activation, grown, rollback, release }
    return { rows: rowsOf(details), details }
  } finally {
    await site.remove()
  }
}

async function activate(site, versions) {
  const { ms, processorMs } = await site.command('activate', ...versions)
  return { ms, busyMs: processorMs || ms, documents: countDocuments(await site.readComposition()) }
}

async function releaseChanged(site) {
  const startedAt = performance.now()
  const version = versionOf(CHANGED, 'changed')
  const from = await buildChanged(CHANGED, path.join(site.folder, 'changed'), version)
  await site.command('publish', CHANGED, '--from', from)
  const { ms } = await site.command('activate', `${CHANGED}@${version}`)
  return { ms: performance.now() - startedAt, activationMs: ms }
}

/** From the operator's command until a visitor gets the page of before. */
async function rollBack(site) {
  const origin = await site.start()
  const page = `${origin.url}/courses`
  const { etag } = (await getCompressed(page)).headers
  const startedAt = performance.now()
  await site.command('rollback')
  while ((await getCompressed(page)).headers.etag === etag) await setTimeout(POLL_MS)
  return performance.now() - startedAt
}

async function activateGrown(site, times) {
  const label = `grown.${times}`
  for (const name of browserPackages) {
    const to = path.join(site.folder, label, name)
    const version = versionOf(name, label)
    const from = await growRelease({ from: path.join(root, name, 'dist'), to, version, times })
    await site.command('publish', name, '--from', from)
  }
  const versions = browserPackages.map((name) => `${name}@${versionOf(name, label)}`)
  return activate(site, [...versions, '--allow', 'titles', '--reason', 'each page is there ten times'])
}

function versionOf(name, label) {
  return `${readPackage(name).version}-bench.${label}`
}

function rowsOf({ activation, grown, rollback, release }) {
  const seconds = (ms) => ms / 1000
  const [some, many] = grown
  const eachFurther = (from, to) => (to.busyMs - from.busyMs) / (to.documents - from.documents)
  return [
    figureRow({
      goal: 'P8',
      measured: `activation of ${activation.documents} documents`,
      unit: 's',
      ours: seconds(activation.ms),
      most: 10,
    }),
    ratioRow({
      goal: 'P8',
      measured: `activation, processor time for each further document up to ${many.documents} : up to ${some.documents}`,
      unit: 'ms',
      ours: eachFurther(some, many),
      reference: eachFurther(activation, some),
      most: 1.1,
    }),
    figureRow({ goal: 'P8', measured: 'rollback, until visitors get it', unit: 's', ours: seconds(rollback), most: 1 }),
    figureRow({
      goal: 'P8',
      measured: `build and release of ${CHANGED} without any cache`,
      unit: 's',
      ours: seconds(release.ms),
      most: 30,
    }),
    figureRow({
      goal: 'P8',
      measured: `activation of a changed ${CHANGED}, every check made`,
      unit: 's',
      ours: seconds(release.activationMs),
      most: 3,
    }),
  ]
}
