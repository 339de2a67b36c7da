import { createRequire } from 'node:module'
import path from 'node:path'
import { buildPackages, forgetBuild } from '../lib/build-packages.mjs'
import { packRelease } from '../lib/pack-release.mjs'
import { browserPackages, root } from '../lib/packages.mjs'
import { spawnOrigin } from '../lib/spawn-origin.mjs'
import { describeFailure } from './describe-problems.mjs'
import { watchPackage } from './watch-package.mjs'

/** Serves the composed site and makes each edit of one package live, until the process is told to end. */
export async function serveComposedSite(name) {
  process.chdir(root)
  process.env.SITE_DIR ??= path.join(root, '.site-dev')
  process.env.SITE_DEV = '1'
  await buildPackages({ only: ['origin', ...browserPackages.filter((other) => other !== name)] })
  forgetBuild(name)
  const origin = startOrigin()
  const deploy = await deployer(name)

  const report = (problems) => {
    for (const { title, place, text } of problems) console.error(`\n${title}${place && `: ${place}`}\n${text}`)
    if (origin.connected) origin.send({ problems })
  }
  watchPackage(name, {
    onProblems: report,
    async onBuilt(version) {
      const startedAt = performance.now()
      try {
        await packRelease(path.join(root, name), { name, version })
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
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => origin.kill(signal))
  origin.on('exit', (code) => process.exit(code ?? 1))
  return origin
}

/** The operator's `deploy` inside this process: starting Node anew for each edit would take longer than the rest. */
async function deployer(name) {
  const { runSite } = createRequire(import.meta.url)(path.join(root, 'origin/dist/run-site.cjs'))
  await runSite(['settings', '--from-environment'])
  let names = browserPackages
  return async () => {
    await runSite(['deploy', ...names])
    names = [name]
  }
}
