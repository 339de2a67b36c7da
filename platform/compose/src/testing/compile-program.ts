import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { transform } from '@swc/core'
import { programFiles } from '../rendering/program-files'

const rendering = path.join(__dirname, '../rendering')
let compiled: Promise<{ program: string; prelude: string }> | undefined

/** Bundles the programs like webpack, because another process cannot run TypeScript. */
export async function compileProgram(folder: string): Promise<string> {
  compiled ??= compileBoth()
  const { program, prelude } = await compiled
  const files = programFiles(path.join(folder, 'render-program.cjs'))
  await mkdir(folder, { recursive: true })
  await writeFile(files.program, program)
  await writeFile(files.prelude, prelude)
  for (const file of [files.engine, files.encoding, files.headers]) {
    await copyFile(require.resolve(`quickjs-wasi/${path.basename(file)}`), file)
  }
  return files.program
}

async function compileBoth() {
  const [program, prelude] = await Promise.all(
    ['render-program.ts', 'prelude/prelude.ts'].map((file) => bundle(path.join(rendering, file))),
  )
  return { program: program ?? '', prelude: prelude ?? '' }
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
