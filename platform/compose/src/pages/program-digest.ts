import { readFile } from 'node:fs/promises'
import { sha256 } from '@platform/base/durable/digest'
import { programFiles } from '../rendering/program-files'

/** Digest of the programs that compose and render: another may make other pages of the same releases. */
export async function readProgramDigest(programFile: string): Promise<string> {
  const files = [__filename, ...Object.values(programFiles(programFile))]
  const digests = await Promise.all(files.map(async (file) => sha256(await readFile(file))))
  return sha256(JSON.stringify(digests))
}
