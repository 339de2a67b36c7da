import { createRequire } from 'node:module'
import path from 'node:path'
import { buildPackages, forgetBuild } from '../lib/build-packages.mjs'
import { versionByContent } from '../lib/local-version.mjs'
import { packRelease } from '../lib/pack-release.mjs'
import { browserPackages, nodePackages, root } from '../lib/packages.mjs'
import { spawnOrigin } from '../lib/spawn-origin.mjs'
import { stopChildAtEnd } from '../lib/stop-at-end.mjs'
import { describeFailure } from './describe-problems.mjs'
import { keepNotes } from './keep-notes.mjs'
import { watchPackage } from './watch-package.mjs'

/** Serves the composed site and makes each edit of one package live, until the process is told to end. */
export async function serveComposedSite(name) {
  process.chdir(root)
  process.env.SITE_DIR ??= path.join(root, '.site-dev')
  process.env.SITE_DEV = '1'
  await buildPackages({ only: [...nodePackages, ...browserPackages.filter((other) => other !== name)] })
  forgetBuild(name)
  const origin = startOrigin()
  const deploy = await deployer(name)
  const notes = keepNotes(path.join(root, name, 'dist'))

  const report = (problems) => {
    for (const { title, place, text } of problems) console.error(`\n${title}${place && `: ${place}`}\n${text}`)
    if (origin.connected) origin.send({ problems })
  }
  watchPackage(name, {
    onProblems: report,
    async onBuilt() {
      const startedAt = performance.now()
      try {
        await notes.complete()
        await packRelease(path.join(root, name), { name, version: versionByContent('dev') })
        await deploy()
        report([])
        console.log(`live after ${Math.round(performance.now() - startedAt)} ms`)
      } catch (error) {
        report([describeFailure(name, error)])
      }
    },
  })
}

/** It says `ready` by itself, when the first composition is live. */
function startOrigin() {
  const origin = spawnOrigin({ stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  stopChildAtEnd(origin)
  origin.on('exit', (code) => process.exit(code ?? 1))
  return origin
}

/** The operator's `deploy` inside this process: starting Node anew for each edit would take longer than the rest. */
async function deployer(name) {
  const { runSite } = createRequire(import.meta.url)(path.join(root, 'platform/operator/dist/run-site.cjs'))
  await runSite(['settings', '--from-environment'])
  let names = browserPackages
  return async () => {
    await runSite(['deploy', ...names])
    names = [name]
  }
}
