// `npm run release -- catalog`: versions one package by its conventional commits, builds it and
// publishes it into the registry. Making it live is the operator's step: `npm run site -- activate`.
import { execFileSync } from 'node:child_process'
import { buildPackages } from './lib/build-packages.mjs'
import { browserPackages, readPackage, root } from './lib/packages.mjs'
import { run } from './lib/run.mjs'
import { site } from './lib/site.mjs'

const [name] = process.argv.slice(2)
if (!browserPackages.includes(name)) {
  console.error(`Name one package: npm run release -- ${browserPackages.join(' | ')}`)
  process.exit(1)
}
const others = ['shared', ...browserPackages].filter((other) => other !== name)

tagBaseline()
await run('npx', [
  'lerna',
  'version',
  '--yes',
  `--force-publish=@site/${name}`,
  '--ignore-changes',
  ...others.map((other) => `${other}/**`),
])
await buildPackages({ only: ['origin'] })
await buildPackages({ only: [name], isRelease: true })
await site('publish', name)
console.log(`To make it live: npm run site -- activate ${name}@${readPackage(name).version}`)

/** Lerna versions every package of a repository without tags; the first release starts from today's versions. */
function tagBaseline() {
  if (execFileSync('git', ['tag', '--list', '@site/*'], { cwd: root }).length > 0) return
  for (const other of others) {
    const tag = `@site/${other}@${readPackage(other).version}`
    execFileSync('git', ['tag', '--annotate', tag, '--message', tag], { cwd: root })
  }
}
