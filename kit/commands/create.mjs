import { execFileSync } from 'node:child_process'
import { copyTemplate, findNameProblem } from '../lib/copy-template.mjs'
import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'

const usage = `site-remote create <name> [--registry <url>]   writes a repository for a new remote into the folder <name>

Without --registry it names the one that npm uses for @site, or else for all packages.`
const { values, positionals } = readOptions(
  usage,
  { registry: { type: 'string' } },
  ({ positionals: [name, ...others] }) => (others.length > 0 ? 'Name one package' : findNameProblem(name)),
)
const [name] = positionals

await runMain(async () => {
  copyTemplate(name, name, ['package', 'repository'], values.registry ?? readRegistry())
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: name })
  console.log(`${name}/ is there, with its page at /${name}. Next: cd ${name}, npm install, npm test`)
})

function readRegistry() {
  const read = (key) => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim()
  const scoped = read('@site:registry')
  return scoped === 'undefined' ? read('registry') : scoped
}
