import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readPackage, root } from './lib/packages.mjs'
import { readOptions } from './lib/read-options.mjs'
import { runMain, runQuietly } from './lib/run.mjs'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const template = path.join(root, 'scripts/templates/remote')

const usage =
  'npm run new-remote -- <name>   a new package with one page at /<name>, known to the shell and to every command'
const [name] = readOptions(usage, {}, findProblem).positionals

const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
const words = {
  __name__: name,
  __Title__: title,
  __Name__: name.replace(/(^|-)(.)/g, (_match, _dash, letter) => letter.toUpperCase()),
  __react__: readPackage('shell').dependencies.react,
}

await runMain(async () => {
  copyTemplate()
  changeJson('package.json', (it) => it.workspaces.push(name))
  changeJson('lerna.json', (it) => it.packages.push(name))
  changeJson('knip.json', (it) => {
    it.workspaces[name] = { ...it.workspaces.content, entry: ['src/*-page.tsx', 'src/harness.tsx'] }
  })
  addRoute()
  const touched = ['package.json', 'lerna.json', 'knip.json', name]
  await runQuietly('npx', ['biome', 'format', '--write', ...touched])
  console.log(`${name}/ is there, with its page at /${name}. Next: npm install, then npm run dev -- ${name}`)
})

function findProblem({ positionals: [name = '', ...others] }) {
  if (!NAME.test(name) || others.length > 0) return 'Name the package in small letters: npm run new-remote -- events'
  if (existsSync(path.join(root, name))) return `There is a folder ${name} already`
  if (isAddress(`/${name}`)) return `The address /${name} is another page's already`
}

function isAddress(address) {
  const taken = readFileSync(path.join(root, 'shared/src/paths.ts'), 'utf8')
  return taken.includes(`'${address}'`) || address === '/assets'
}

function copyTemplate() {
  const target = path.join(root, name)
  cpSync(template, target, { recursive: true })
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    writeFileSync(file, fill(readFileSync(file, 'utf8')))
    renameSync(file, path.join(entry.parentPath, fill(entry.name)))
  }
}

function fill(text) {
  return Object.entries(words).reduce((filled, [word, value]) => filled.replaceAll(word, value), text)
}

function changeJson(file, change) {
  const json = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  change(json)
  writeFileSync(path.join(root, file), `${JSON.stringify(json, null, 2)}\n`)
}

function addRoute() {
  const file = path.join(root, 'shell/src/remotes/route-modules.ts')
  const text = readFileSync(file, 'utf8')
  const changed = text.replace('} as const', `  '/${name}': '${name}/${name}-page',\n} as const`)
  if (changed === text) throw new Error(`${file} has no list of routes to add to`)
  writeFileSync(file, changed)
}
