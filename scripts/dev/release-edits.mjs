import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { packRelease } from '../../kit/release/pack-release.mjs'
import { versionByContent } from '../../kit/release/versions.mjs'
import { browserPackages, root } from '../lib/packages.mjs'

/** React keeps component state only in its development build, which exceeds the budgets. */
const ALLOWED = ['--allow', 'budgets', '--reason', 'React in its development build']

/** @param opened resolves when the origin has its port and its database */
export function releaser(name, { send, problems, opened, isBuilding }) {
  const directory = path.join(root, name)
  const restoreNotes = keepNotes(path.join(directory, 'dist'))
  const operator = startOperator(opened)
  let others = browserPackages.filter((other) => other !== name)

  async function publish(build) {
    await restoreNotes()
    const { version } = await packRelease(directory, { name, version: versionByContent(directory, 'dev') })
    await operator.run('publish', name)
    send({ built: { package: name, version, ...build } })
    return version
  }

  async function activate(version) {
    for (const other of others) await operator.run('publish', other)
    const versions = [...others.map((other) => `${other}@latest`), `${name}@${version}`]
    await operator.run('activate', ...versions, ...ALLOWED)
    others = []
    problems.set('release', [])
    send({ isDeployed: true })
  }

  const onError = ({ message }) =>
    problems.set('release', [{ title: `${name} cannot be made live`, place: '', text: message }])
  return releaseLatest({ publish, activate, isBuilding, onError })
}

/**
 * Publishes and activates one build at a time, then only the latest of those that came meanwhile.
 * `published` resolves when the folder of the build may be overwritten.
 * @param isBuilding tells whether a newer build is under way, which will be added too
 */
export function releaseLatest({ publish, activate, isBuilding, onError }) {
  let publishing = Promise.resolve()
  let isRunning = false
  let next

  async function release(build) {
    const startedAt = performance.now()
    const published = publish(build)
    publishing = published.catch(() => {})
    await activate(await published)
    console.log(`live after ${Math.round(performance.now() - startedAt)} ms`)
  }

  async function add(build) {
    next = build
    if (isRunning) return
    isRunning = true
    while (next) {
      const current = next
      next = undefined
      if (!isBuilding()) await release(current).catch(onError)
    }
    isRunning = false
  }

  return { add, published: () => publishing }
}

/** Keeps the notes of the client's build in memory: packing deletes them, and a rebuild may concern only the server. */
function keepNotes(dist) {
  const file = path.join(dist, 'contract.json')
  let kept
  return async () => {
    if (existsSync(file)) kept = await readFile(file)
    else if (kept) await writeFile(file, kept)
  }
}

/** Keeps one process for the operator's commands: starting Node would dominate each edit. */
function startOperator(opened) {
  const child = fork(path.join(import.meta.dirname, 'operator-process.mjs'))
  stopChildAtEnd(child)
  // The origin has the port and the database by then: a second start changes nothing of the first one's site.
  let last = opened.then(() => run('settings', '--from-environment'))
  last.catch(() => {})

  function run(...args) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`site ${args[0]} has ended before it was done`))
      child.once('exit', fail).once('message', ({ error }) => {
        child.off('exit', fail)
        if (error === undefined) resolve()
        else reject(new Error(error))
      })
      // Without a listener, a failed send would end this process and orphan the others.
      child.send(args, (error) => error && fail())
    })
  }

  return {
    run(...args) {
      const running = last.then(() => run(...args))
      last = running.catch(() => {})
      return running
    },
  }
}
