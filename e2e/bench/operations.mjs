import { browserPackages } from '../../scripts/lib/packages.mjs'
import { countDocuments, createSite, createTree, distOf, readRelease, untilAnother } from './site.mjs'
import { figureRow } from './table.mjs'

const CHANGED = 'catalog'

export async function measureOperations({ progress }) {
  const site = await createSite()
  try {
    progress('operations: activate the whole site')
    const activation = await activateAll(site)
    progress(`operations: build and release ${CHANGED}`)
    const release = await releaseChanged(site)
    progress('operations: roll back')
    const { url } = await site.start()
    const rollback = await untilAnother(`${url}/courses`, () => site.command('rollback'))
    progress('operations: render the whole site, with fast compression')
    const quick = await createSite({ SITE_DEV: '1' })
    const rendering = await activateAll(quick)
    await quick.remove()
    const details = { activation, rollback, release, rendering }
    return { rows: rowsOf(details), details }
  } finally {
    await site.remove()
  }
}

async function activateAll(site) {
  for (const name of browserPackages) await site.command('publish', name, '--from', distOf(name))
  return site.command('activate', ...browserPackages.map((name) => `${name}@latest`))
}

async function releaseChanged(site) {
  const tree = await createTree('bench-fresh', { keepsCache: false })
  await tree.edit('catalog/src/courses/courses-page.tsx', 'Available Courses', 'Courses on offer')
  const startedAt = performance.now()
  const dist = await tree.build(CHANGED)
  await site.command('publish', CHANGED, '--from', dist)
  const { ms } = await site.command('activate', `${CHANGED}@${readRelease(dist).version}`)
  return { ms: performance.now() - startedAt, activationMs: ms }
}

function rowsOf({ activation, rollback, release, rendering }) {
  const documents = browserPackages.reduce((sum, name) => sum + countDocuments(readRelease(distOf(name))), 0)
  const row = (goal, measured, ms, most) => figureRow({ goal, measured, unit: 's', ours: ms / 1000, most })
  return [
    row('P8', `activation of ${documents} documents`, activation.ms, 10),
    row('P8', 'rollback, until visitors get it', rollback, 1),
    row('P8', `build and release of ${CHANGED} without any cache`, release.ms, 30),
    row('P8', `activation of a changed ${CHANGED}, every check made`, release.activationMs, 3),
    row('P12', `processor time of rendering and checking ${documents} documents`, rendering.processorMs, 4),
  ]
}
