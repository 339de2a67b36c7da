import path from 'node:path'
import { nameOfPackage } from '../lib/places.cjs'
import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'
import { checkTypes, runTests } from '../lib/tools.mjs'
import { buildRelease } from '../release/build-release.mjs'
import { assertCommitted, commitVersion, isVersioned, nextVersion, pushVersion } from '../release/own-repository.mjs'
import { publishToRegistry, requireRegistry } from '../release/publish-release.mjs'
import { digestOf, readVersion } from '../release/versions.mjs'

readOptions(`site-remote release   tests, versions, builds, signs, commits, tags, pushes and publishes this package

Conventional commits since the last tag decide the version. It goes into the registry of RELEASE_REGISTRY, signed with
RELEASE_SIGNING_KEY. A failure before the tag leaves the checkout as it was; after it, the same command publishes that
version.`)
const directory = process.cwd()
const dist = path.join(directory, 'dist')
const name = nameOfPackage(directory)

await runMain(async () => {
  const registry = requireRegistry()
  assertCommitted(name)
  const isAgain = isVersioned(name, readVersion(directory))
  const version = isAgain ? readVersion(directory) : nextVersion()
  await checkTypes()
  await runTests()
  await buildRelease(directory, version)
  if (!isAgain) commitVersion(name, version)
  pushVersion(version)
  await publishToRegistry(dist, { registry, version })
  console.log(
    `${name}@${version} ${digestOf(dist)}\nTo make it live, the operator runs: site activate ${name}@${version}`,
  )
})
