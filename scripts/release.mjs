// `npm run release -- catalog`: tests and builds one package, then versions it by its conventional commits, tags it and
// publishes it: into the folder registry, or into the teams' registry where RELEASE_REGISTRY names one. What fails
// leaves the checkout as it was; what is broken off after the tag is published by the same command again. Making it live
// is the operator's step: `npm run site -- activate`.
import path from 'node:path'
import { buildPackages } from './lib/build-packages.mjs'
import { headCommit } from './lib/git.mjs'
import { browserPackages, root } from './lib/packages.mjs'
import { publishToRegistry } from './lib/publish-release.mjs'
import { digestOfRelease } from './lib/release-digest.mjs'
import { holdReleaseLock } from './lib/release-lock.mjs'
import { run } from './lib/run.mjs'
import { signRelease } from './lib/sign-release.mjs'
import { site } from './lib/site.mjs'
import { isBrokenOff, stopAtEnd } from './lib/stop-at-end.mjs'
import { assertCommitted, versionOf } from './lib/version-package.mjs'

const { RELEASE_REGISTRY, RELEASE_SIGNING_KEY } = process.env

const [name] = process.argv.slice(2)
if (!browserPackages.includes(name)) {
  console.error(`Name one package: npm run release -- ${browserPackages.join(' | ')}`)
  process.exit(1)
}
await release().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function release() {
  if (RELEASE_REGISTRY && !RELEASE_SIGNING_KEY) throw new Error('RELEASE_SIGNING_KEY is missing: see docs/teams.md')
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
    const digest = await digestOfRelease(dist)
    await publish(dist, version)
    sayDone(`${name}@${version}`, digest)
  } catch (error) {
    // Nobody knows how far a publish has come that is broken off: its tag stays for the next run, which finds out.
    if (!isBrokenOff()) isKept = false
    throw error
  } finally {
    await takeBack()
  }
}

/** Each line can be pasted as it is: into a chat, or into a shell in any clone that has the tag. */
function sayDone(release, digest) {
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
