import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { programFiles } from '../rendering/program-files'

const rendering = path.join(__dirname, '../rendering')

/** Bundles the programs like webpack, because another process cannot run TypeScript. */
export async function compileProgram(folder: string): Promise<string> {
  const files = programFiles(path.join(folder, 'render-program.cjs'))
  await mkdir(folder, { recursive: true })
  await bundle('render-program.ts', files.program)
  await bundle('prelude/prelude.ts', files.prelude)
  for (const file of [files.engine, files.encoding, files.headers]) {
    await copyFile(require.resolve(`quickjs-wasi/${path.basename(file)}`), file)
  }
  return files.program
}

function bundle(entry: string, outfile: string) {
  const target = { platform: 'node', format: 'cjs', target: 'es2022' } as const
  return build({ entryPoints: [path.join(rendering, entry)], outfile, bundle: true, ...target })
}
