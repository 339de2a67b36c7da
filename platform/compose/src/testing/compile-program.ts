import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { transformFile } from '@swc/core'

/** Another process cannot run TypeScript, so the program's few files become one, as webpack would do it. */
export async function compileProgram(folder: string): Promise<string> {
  const source = path.join(__dirname, '../rendering')
  await mkdir(folder, { recursive: true })
  const modules = await Promise.all(
    ['load-bundle', 'render-program'].map(async (name) => {
      const { code } = await transformFile(path.join(source, `${name}.ts`), {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      })
      return `${JSON.stringify(`./${name}`)}: (exports, require) => {\n${code}\n}`
    }),
  )
  const program = path.join(folder, 'render-program.cjs')
  await writeFile(
    program,
    `const modules = {${modules.join(',\n')}}
    const load = (name) => {
      if (!Object.hasOwn(modules, name)) return require(name)
      const exports = {}
      modules[name](exports, load)
      return exports
    }
    load('./render-program')`,
  )
  return program
}
