import path from 'node:path'
import { browserPackages, readRelease, root } from './packages.mjs'
import { capture, run } from './run.mjs'

const SITE = path.join(root, 'origin/dist/site.cjs')

/** Runs the operator's command. */
export function site(...args) {
  return run(process.execPath, [SITE, ...args])
}

/** Publishes and activates the builds that are not live yet. */
export async function deployBuilds(names = browserPackages) {
  const { live } = JSON.parse(await capture(process.execPath, [SITE, 'status', '--json']))
  const builds = names.map((name) => ({ name, version: readRelease(name).version }))
  const changed = builds.filter(({ name, version }) => live?.releases[name]?.version !== version)
  if (changed.length === 0) return
  for (const { name } of changed) await site('publish', name)
  await site('activate', ...changed.map(({ name, version }) => `${name}@${version}`))
}
