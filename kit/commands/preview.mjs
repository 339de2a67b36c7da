import path from 'node:path'
import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'
import { buildRelease } from '../release/build-release.mjs'
import { previewVersion } from '../release/own-repository.mjs'
import { publishToRegistry, requireRegistry } from '../release/publish-release.mjs'
import { readVersion } from '../release/versions.mjs'

const usage = `site-remote preview <label>   publishes this state as a prerelease, such as pr12, for the operator's preview`
const { positionals } = readOptions(usage, {}, ({ positionals: [label = '', ...others] }) =>
  /^[a-z][a-z0-9-]*$/i.test(label) && others.length === 0 ? undefined : 'Name a label, such as pr12',
)
const [label] = positionals
const directory = process.cwd()

await runMain(async () => {
  const registry = requireRegistry()
  const version = previewVersion(readVersion(directory), label)
  const { package: name } = await buildRelease(directory, version)
  await publishToRegistry(path.join(directory, 'dist'), { registry, version })
  console.log(`${name}@${version}\nTo see it, the operator runs: site preview ${name}@${version}`)
})
