import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compress, isCompressible, unpacksTo } from '@platform/base/durable/compress'
import { writeDurably } from '@platform/base/durable/durable'
import { settleAll } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import type { Release } from '../manifest/release'
import { readReleaseFile } from '../manifest/release-file'

/** Compressed copies the registry adds to a published release; never part of what was built. */
export const ENCODED_FOLDER = 'encoded'

/** Compresses what browsers fetch once, when it is published, so that no visitor waits for it. */
export async function encodeFiles(folder: string, release: Release, quality: number): Promise<void> {
  await settleAll(
    encodedFilesOf(release).map(async ([file, expected]) => {
      const content = await readReleaseFile(folder, file, expected)
      const { brotli, gzip } = await compress(content, quality)
      const target = encodedFile(folder, file)
      await settleAll([writeDurably(`${target}.br`, brotli), writeDurably(`${target}.gz`, gzip)])
    }),
  )
}

/** @throws Refusal naming the first compressed copy that does not unpack to what was published. */
export async function verifyEncodedFiles(folder: string, release: Release): Promise<void> {
  await Promise.all(encodedFilesOf(release).map(([file, { sha256 }]) => readEncodedFile(folder, file, sha256)))
}

/** @throws Refusal when a copy is missing or does not unpack to the content with this digest. */
export async function readEncodedFile(
  folder: string,
  file: string,
  digest: string,
): Promise<{ br: Buffer; gzip: Buffer }> {
  const target = encodedFile(folder, file)
  const [br, gzip] = await Promise.all([read(`${target}.br`), read(`${target}.gz`)])
  for (const [name, copy] of Object.entries({ br, gzip })) {
    if (!(await unpacksTo(copy, digest, name === 'br' ? 'br' : 'gzip'))) {
      throw new Refusal(`The ${name} copy of ${file} in ${folder} does not unpack to what was published`)
    }
  }
  return { br, gzip }
}

function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause) => {
    throw new Refusal(`${file}, a compressed copy, cannot be read`, { cause })
  })
}

function encodedFilesOf(release: Release) {
  return Object.entries(release.files).filter(([file]) => !file.startsWith('server/') && isCompressible(file))
}

/** Path of a file's compressed copies, without `.br` or `.gz`. */
export function encodedFile(folder: string, file: string): string {
  return path.join(folder, ENCODED_FOLDER, file)
}
