import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compress, isCompressible } from '../files/compress'
import type { Release } from './release'
import { ENCODED_FOLDER, readReleaseFile } from './verify-release'

/** Compresses what browsers fetch once, when it is published, so that no visitor waits for it. */
export async function encodeFiles(folder: string, release: Release, quality: number): Promise<void> {
  const files = Object.entries(release.files).filter(([file]) => !file.startsWith('server/') && isCompressible(file))
  await Promise.all(
    files.map(async ([file, expected]) => {
      const content = await readReleaseFile(folder, file, expected)
      const { brotli, gzip } = await compress(content, quality)
      const target = encodedFile(folder, file)
      await mkdir(path.dirname(target), { recursive: true })
      await Promise.all([writeFile(`${target}.br`, brotli), writeFile(`${target}.gz`, gzip)])
    }),
  )
}

/** Path of a file's compressed copies, without `.br` or `.gz`. */
export function encodedFile(folder: string, file: string): string {
  return path.join(folder, ENCODED_FOLDER, file)
}
