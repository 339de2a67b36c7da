import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import type { RenderInput } from './render-program'

/** quickjs-wasi 3.6.2. Another engine may give other bytes or leak more of the machine. */
const ENGINE_SHA256: Readonly<Record<string, string>> = {
  'quickjs.wasm': 'd4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9',
  'encoding.so': 'd501aa2a8410ee07c196103f0d169b226ec61c922883713510fd723fe14036c3',
  'headers.so': '42c847104d6aa8d4666fa41bb74d324c2ee9a4d15c2492fca013b1631232b011',
}

export type Program = { program: string } & Pick<RenderInput, 'engine' | 'prelude'>

export function programFiles(programFile: string) {
  const folder = path.dirname(programFile)
  return {
    program: programFile,
    prelude: path.join(folder, 'render-prelude.cjs'),
    engine: path.join(folder, 'quickjs.wasm'),
    encoding: path.join(folder, 'encoding.so'),
    headers: path.join(folder, 'headers.so'),
  }
}

export async function readProgram(programFile: string): Promise<Program> {
  const files = programFiles(programFile)
  const [program, prelude, wasm, encoding, headers] = await Promise.all([
    readFile(files.program, 'utf8'),
    readFile(files.prelude, 'utf8'),
    readEngine(files.engine),
    readEngine(files.encoding),
    readEngine(files.headers),
  ])
  return { program, prelude, engine: { wasm, encoding, headers } }
}

async function readEngine(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file)
  if (sha256(bytes) === ENGINE_SHA256[path.basename(file)]) return new Uint8Array(bytes)
  throw new Refusal(`${file} is not the engine that pages are rendered with. Build the platform again.`)
}

export async function readProgramDigest(programFile: string): Promise<string> {
  const files = [__filename, ...Object.values(programFiles(programFile))]
  const digests = await Promise.all(files.map(async (file) => sha256(await readFile(file))))
  return sha256(JSON.stringify(digests))
}
