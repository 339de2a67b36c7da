import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyTemplate, findNameProblem } from '../kit/lib/copy-template.mjs'
import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain, runQuietly } from '../kit/lib/run.mjs'
import { root } from './lib/packages.mjs'

const usage = 'npm run new-remote -- <name>   a new package with one page at /<name>, known to every command'
const [name] = readOptions(usage, {}, findProblem).positionals

await runMain(async () => {
  copyTemplate(name, path.join(root, name), ['package'])
  changeJson('package.json', (it) => it.workspaces.push(name))
  changeJson('lerna.json', (it) => it.packages.push(name))
  changeJson('knip.json', (it) => {
    it.workspaces[name] = { ...it.workspaces.content, entry: ['src/*-page.tsx', 'src/harness.tsx'] }
  })
  const touched = ['package.json', 'lerna.json', 'knip.json', name]
  await runQuietly('npx', ['biome', 'format', '--write', ...touched])
  console.log(`${name}/ is there, with its page at /${name}. Next: npm install, then npm run dev -- ${name}`)
})

function findProblem({ positionals: [name = '', ...others] }) {
  if (others.length > 0) return 'Name one package: npm run new-remote -- events'
  return findNameProblem(name) ?? (isAddress(`/${name}`) ? `The address /${name} is another page's already` : undefined)
}

function isAddress(address) {
  const taken = readFileSync(path.join(root, 'shared/src/paths.ts'), 'utf8')
  return taken.includes(`'${address}'`) || address === '/assets'
}

function changeJson(file, change) {
  const json = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  change(json)
  writeFileSync(path.join(root, file), `${JSON.stringify(json, null, 2)}\n`)
}
