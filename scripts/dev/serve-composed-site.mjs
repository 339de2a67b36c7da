import path from 'node:path'
import { buildPackages, forgetBuild } from '../lib/build-packages.mjs'
import { versionByContent } from '../lib/local-version.mjs'
import { packRelease } from '../lib/pack-release.mjs'
import { browserPackages, nodePackages, root } from '../lib/packages.mjs'
import { spawnOrigin } from '../lib/spawn-origin.mjs'
import { stopChildAtEnd } from '../lib/stop-at-end.mjs'
import { collectProblems } from './collect-problems.mjs'
import { describeFailure } from './describe-problems.mjs'
import { judgeTypes } from './judge-types.mjs'
import { keepNotes } from './keep-notes.mjs'
import { latestOnly } from './latest-only.mjs'
import { startOperator } from './operator.mjs'
import { watchPackage } from './watch-package.mjs'

/** React keeps the state of components in its development build alone, which is larger than any page may be. */
const ALLOWED = ['--allow', 'budgets', '--reason', 'React in its development build']
const HOST = 'shell'

/**
 * Serves the composed site until the process is told to end. Each edit of one package is shown by the pages that are open as
 * soon as it is compiled; beside that it goes the way of a release, and its types are looked at.
 */
export async function serveComposedSite(name) {
  process.chdir(root)
  process.env.SITE_DIR ??= path.join(root, '.site-dev')
  process.env.SITE_DEV = '1'
  const others = browserPackages.filter((other) => other !== name)
  await buildPackages({ only: [...nodePackages, ...others], development: [HOST] })
  forgetBuild(name)
  const origin = startOrigin()
  const send = (message) => origin.connected && origin.send(message)
  const problems = collectProblems((all) => send({ problems: all }))
  const release = releaser(name, { send, problems })
  const judge = judgeTypes(name, (found) => problems.set('types', found))
  let changedAt = performance.now()
  watchPackage(name, {
    onChange() {
      changedAt = performance.now()
    },
    onUpdate(update) {
      send({ update })
      judge()
      console.log(`sent to open pages after ${Math.round(performance.now() - changedAt)} ms`)
    },
    onProblems: (found) => problems.set('build', found),
    onBuilt(build) {
      problems.set('build', [])
      return release(build)
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

/**
 * Makes each build a release, and the latest live: what was overtaken while another was being composed is left out.
 * @returns what does that; settled as soon as the build's files may be written over
 */
function releaser(name, { send, problems }) {
  const directory = path.join(root, name)
  const notes = keepNotes(path.join(directory, 'dist'))
  const operator = startOperator()
  const activate = latestOnly(activator(name, { operator, problems }))
  let lastHash
  return async ({ hash }) => {
    const startedAt = performance.now()
    try {
      await notes.complete()
      const { version } = await packRelease(directory, { name, version: versionByContent('dev') })
      await operator.run('publish', name)
      send({ built: { package: name, version, hash, isForServer: hash === lastHash } })
      lastHash = hash
      void activate({ version, startedAt })
    } catch (error) {
      problems.set('release', [describeFailure(name, error)])
    }
  }
}

/** The first release becomes live together with the other packages. */
function activator(name, { operator, problems }) {
  let others = browserPackages.filter((other) => other !== name)
  return async ({ version, startedAt }) => {
    try {
      for (const other of others) await operator.run('publish', other)
      const versions = [...others.map((other) => `${other}@latest`), `${name}@${version}`]
      await operator.run('activate', ...versions, ...ALLOWED)
      others = []
      problems.set('release', [])
      console.log(`live after ${Math.round(performance.now() - startedAt)} ms`)
    } catch (error) {
      problems.set('release', [describeFailure(name, error)])
    }
  }
}
