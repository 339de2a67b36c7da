import path from 'node:path'
import { readOptions } from '../kit/lib/read-options.mjs'
import { run, runMain } from '../kit/lib/run.mjs'
import { stopAtEnd } from '../kit/lib/stop-at-end.mjs'
import { publishToRegistry } from '../kit/release/publish-release.mjs'
import { signRelease } from '../kit/release/sign-release.mjs'
import { digestOf } from '../kit/release/versions.mjs'
import { buildPackages } from './lib/build-packages.mjs'
import { browserPackages, libraries, readPackage, root } from './lib/packages.mjs'
import { runSite } from './lib/spawn-origin.mjs'
import {
  assertCommitted,
  commitVersion,
  headCommit,
  isVersioned,
  keepVersionFiles,
  pushVersion,
  writeNextVersion,
} from './release/version-package.mjs'

const { RELEASE_REGISTRY, RELEASE_SIGNING_KEY } = process.env
const usage = `npm run release -- <package>   tests, builds, versions, tags, pushes and publishes one package

It goes into the folder registry, or into the teams' registry that RELEASE_REGISTRY names. Commit and tag are
pushed together before that, if the branch has an upstream. A failure before the tag leaves the checkout as it was; after
the tag, the same command publishes that version.`

const names = [...browserPackages, ...libraries]
const [name] = readOptions(usage, {}, ({ positionals: [name, ...others] }) =>
  others.length === 0 && names.includes(name) ? undefined : `Name one package: ${names.join(', ')}`,
).positionals
const isLibrary = libraries.includes(name)
const dist = path.join(root, name, name === 'kit' ? '' : 'dist')
await runMain(release)

async function release() {
  if (isLibrary && !RELEASE_REGISTRY)
    throw new Error(`RELEASE_REGISTRY is missing: ${name} is installed from the teams' registry`)
  if (RELEASE_REGISTRY && !RELEASE_SIGNING_KEY && !isLibrary)
    throw new Error('RELEASE_SIGNING_KEY is missing: see docs/how-to/publish-to-a-registry.md')
  assertCommitted(name)
  await versionPackage()
  while (!(await pushVersion(name, Boolean(RELEASE_REGISTRY)))) {
    console.log('Other releases were pushed meanwhile: tests and builds on top of them')
    await versionPackage()
  }
  await publish()
  printRelease()
}

async function versionPackage() {
  const head = headCommit()
  await testPackage()
  if (isVersioned(name)) await build()
  else await commitNextVersion(head)
}

async function commitNextVersion(head) {
  let isCommitted = false
  const restoreFiles = keepVersionFiles()
  const restore = stopAtEnd(async () => isCommitted || restoreFiles())
  try {
    await writeNextVersion(name, head)
    await build()
    commitVersion(name, head)
    isCommitted = true
  } finally {
    await restore()
  }
}

async function build() {
  if (name === 'shared') await run('node', ['scripts/build-shared.mjs'])
  if (isLibrary) return
  await buildPackages({ only: [name], isRelease: true })
  if (RELEASE_SIGNING_KEY) await signRelease(dist, RELEASE_SIGNING_KEY)
}

function printRelease() {
  const release = `${name}@${readPackage(name).version}`
  if (isLibrary) return console.log(`${release} is published`)
  const digest = digestOf(dist)
  console.log(`${release} ${digest}`)
  console.log(`To check it in another clone: npm run site -- verify ${release} --digest ${digest} --from .`)
  console.log(`To make it live: npm run site -- activate ${release}`)
}

async function testPackage() {
  await run('npx', ['biome', 'check', name, 'shared'])
  await run('npm', ['run', '--silent', 'borders'])
  await run('npm', ['run', '--silent', 'typecheck', '--if-present', '--workspace', name])
  await run('npx', ['jest', '--selectProjects', name])
}

async function publish() {
  const { version } = readPackage(name)
  if (RELEASE_REGISTRY) return publishToRegistry(dist, { registry: RELEASE_REGISTRY, version })
  await buildPackages({ only: ['platform/operator'] })
  await runSite('publish', name)
}
