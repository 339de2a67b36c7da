import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { memoize } from '@platform/base/collections/collections'
import { transform } from '@swc/core'
import { programFiles } from '../rendering/program-files'

const rendering = path.join(__dirname, '../rendering')
const bundleOnce = memoize((file: string) => bundle(path.join(rendering, file)))

/** Bundles the programs like webpack, because another process cannot run TypeScript. */
export async function compileProgram(folder: string): Promise<string> {
  const files = programFiles(path.join(folder, 'render-program.cjs'))
  await mkdir(folder, { recursive: true })
  await writeFile(files.program, await bundleOnce('render-program.ts'))
  await writeFile(files.prelude, await bundleOnce('prelude/prelude.ts'))
  for (const file of [files.engine, files.encoding, files.headers]) {
    await copyFile(require.resolve(`quickjs-wasi/${path.basename(file)}`), file)
  }
  return files.program
}

async function bundle(entry: string): Promise<string> {
  const modules = new Map<string, string>()
  await addModule(entry, modules)
  return `const modules = {${[...modules.values()].join(',\n')}}
    const loaded = {}
    const load = (file) => {
      if (!Object.hasOwn(modules, file)) return require(file)
      if (!Object.hasOwn(loaded, file)) modules[file]((loaded[file] = {}))
      return loaded[file]
    }
    module.exports = load(${JSON.stringify(entry)})`
}

async function addModule(file: string, modules: Map<string, string>): Promise<void> {
  modules.set(file, '')
  const { code } = await transform(await readFile(file, 'utf8'), {
    filename: file,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  })
  const found = new Set<string>()
  const linked = code.replace(/\brequire\("([^"]+)"\)/g, (call, request: string) => {
    if (isBuiltin(request)) return call
    const required = require.resolve(request.startsWith('.') ? path.resolve(path.dirname(file), request) : request)
    found.add(required)
    return `load(${JSON.stringify(required)})`
  })
  modules.set(file, `${JSON.stringify(file)}: (exports) => {\n${linked}\n}`)
  for (const required of found) if (!modules.has(required)) await addModule(required, modules)
}
