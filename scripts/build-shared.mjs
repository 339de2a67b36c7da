// Makes `shared/dist`, which remotes in other repositories install: npm publish ./shared/dist
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readOptions } from '../kit/lib/read-options.mjs'
import { run, runMain } from '../kit/lib/run.mjs'
import { findCompiler } from '../kit/lib/tools.mjs'
import { emitTypes, PUBLISHED } from '../kit/release/emit-types.mjs'
import { readPackage, root } from './lib/packages.mjs'

readOptions('node scripts/build-shared.mjs   builds shared/dist: ES modules, types and style sheets, to be published')
const shared = path.join(root, 'shared')
const dist = path.join(shared, 'dist')
const { name, version, exports, dependencies, peerDependencies } = readPackage('shared')

await runMain(async () => {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist)
  await compile()
  const isCopied = (file) => !/\.\w+$/.test(file) || /\.css$|\.d\.ts$/.test(file)
  await cp(path.join(shared, 'src'), dist, { recursive: true, filter: isCopied })
  await writeFile(path.join(dist, PUBLISHED), JSON.stringify(await emitTypes()))
  const published = Object.fromEntries(Object.entries(exports).map(([key, target]) => [key, publishedTarget(target)]))
  const json = { name, version, license: 'UNLICENSED', exports: published, dependencies, peerDependencies }
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(json, null, 2)}\n`)
  console.log(`shared/dist is ${name}@${version}`)
})

async function compile() {
  const files = Object.values(exports).filter((target) => /\.tsx?$/.test(target))
  const project = path.join(dist, 'tsconfig.json')
  const compilerOptions = { noEmit: false, declaration: true, outDir: '.', rootDir: '../src', allowJs: false }
  const config = { extends: '../tsconfig.json', compilerOptions, include: [], files: files.map((file) => `../${file}`) }
  await writeFile(project, JSON.stringify(config))
  await run(process.execPath, [findCompiler(), '-p', project])
  await rm(project)
}

/** `./src/money.ts` → `./money.js` with its types. */
function publishedTarget(target) {
  if (typeof target !== 'string') return { types: target.types.replace('/src/', '/') }
  const place = target.replace('/src/', '/')
  if (!/\.tsx?$/.test(place)) return place
  const [stem] = place.split(/\.tsx?$/)
  return { types: `${stem}.d.ts`, default: `${stem}.js` }
}
