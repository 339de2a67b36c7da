import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildPackages } from './lib/build-packages.mjs'
import { root } from './lib/packages.mjs'
import { nameOnePackage, readOptions } from './lib/read-options.mjs'
import { run, site } from './lib/run.mjs'
import { signRelease } from './lib/sign-release.mjs'
import { isBrokenOff, stopAtEnd } from './lib/stop-at-end.mjs'
import { headCommit, holdReleaseLock } from './release/git.mjs'
import { publishToRegistry } from './release/publish-release.mjs'
import { assertCommitted, versionOf } from './release/version-package.mjs'

const { RELEASE_REGISTRY, RELEASE_SIGNING_KEY } = process.env
const usage = `npm run release -- <package>   tests, builds, versions, tags and publishes one package

It goes into the folder registry, or into the teams' registry that RELEASE_REGISTRY names. A failure leaves the checkout as
it was; a release that was interrupted after its tag is published by the same command.`

const [name] = readOptions(usage, {}, nameOnePackage).positionals
await release().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function release() {
  if (RELEASE_REGISTRY && !RELEASE_SIGNING_KEY)
    throw new Error('RELEASE_SIGNING_KEY is missing: see docs/how-to/publish-to-a-registry.md')
  const unlock = holdReleaseLock()
  try {
    assertCommitted(name)
    const head = headCommit()
    await testPackage()
    await publishVersion(versionOf(name, head))
  } finally {
    unlock()
  }
}

async function publishVersion({ write, record, undo }) {
  let isKept = false
  const takeBack = stopAtEnd(() => isKept || undo())
  try {
    const version = await write()
    await buildPackages({ only: [name], isRelease: true })
    const dist = path.join(root, name, 'dist')
    if (RELEASE_SIGNING_KEY) await signRelease(dist, RELEASE_SIGNING_KEY)
    record()
    isKept = true
    const json = await readFile(path.join(dist, 'release.json'))
    const digest = `sha256:${createHash('sha256').update(json).digest('hex')}`
    await publish(dist, version)
    printRelease(`${name}@${version}`, digest)
  } catch (error) {
    // An interrupted publish may have arrived: keep the tag for the next run to check.
    if (!isBrokenOff()) isKept = false
    throw error
  } finally {
    await takeBack()
  }
}

function printRelease(release, digest) {
  console.log(`${release} ${digest}`)
  console.log(`To check it in another clone: npm run site -- verify ${release} --digest ${digest} --from .`)
  console.log(`To make it live: npm run site -- activate ${release}`)
}

async function testPackage() {
  await run('npx', ['biome', 'check', name, 'shared'])
  await run('npm', ['run', '--silent', 'borders'])
  await run('npm', ['run', '--silent', 'typecheck', '--workspace', `@site/${name}`])
  await run('npx', ['jest', '--selectProjects', name])
}

async function publish(dist, version) {
  if (RELEASE_REGISTRY) return publishToRegistry(dist, { registry: RELEASE_REGISTRY, version })
  await buildPackages({ only: ['platform/operator'] })
  await site('publish', name)
}
