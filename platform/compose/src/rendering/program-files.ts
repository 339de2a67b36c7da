import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import type { RenderInput } from './render-program'

/** quickjs-wasi 3.6.2. Another engine may give other bytes or leak more of the machine. */
const ENGINE_SHA256 = 'd4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9'

export type Program = { program: string } & Pick<RenderInput, 'engine' | 'prelude'>

export function programFiles(programFile: string) {
  const folder = path.dirname(programFile)
  return {
    program: programFile,
    prelude: path.join(folder, 'render-prelude.cjs'),
    engine: path.join(folder, 'quickjs.wasm'),
  }
}

export async function readProgram(programFile: string): Promise<Program> {
  const files = programFiles(programFile)
  const [program, prelude, engine] = await Promise.all([
    readFile(files.program, 'utf8'),
    readFile(files.prelude, 'utf8'),
    readFile(files.engine),
  ])
  if (sha256(engine) !== ENGINE_SHA256) {
    throw new Refusal(`${files.engine} is not the engine that pages are rendered with. Build the platform again.`)
  }
  return { program, prelude, engine: new Uint8Array(engine) }
}

export async function readProgramDigest(programFile: string): Promise<string> {
  const files = [__filename, ...Object.values(programFiles(programFile))]
  const digests = await Promise.all(files.map(async (file) => sha256(await readFile(file))))
  return sha256(JSON.stringify(digests))
}
