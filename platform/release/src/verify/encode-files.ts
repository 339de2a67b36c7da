import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import { compress, isCompressible, unpacksNow, unpacksTo } from '@platform/base/durable/compress'
import { writeDurably } from '@platform/base/durable/durable'
import { Refusal } from '@platform/base/errors/refusal'
import type { Release } from '../manifest/release'
import { readReleaseFile } from '../manifest/release-file'

/** Compressed copies that the registry adds to a release. */
export const ENCODED_FOLDER = 'encoded'

/** Writes one file at a time: after a full disk no write is left open. */
export async function encodeFiles(folder: string, release: Release, quality: number): Promise<void> {
  const compressed = encodedFilesOf(release).map(async ([file, expected]) => ({
    file,
    ...(await compress(await readReleaseFile(folder, file, expected), quality)),
  }))
  for (const { file, brotli, gzip } of await Promise.all(compressed)) {
    await writeDurably(copyOf(folder, file, 'br'), brotli)
    await writeDurably(copyOf(folder, file, 'gzip'), gzip)
  }
}

export async function verifyEncodedFiles(folder: string, release: Release): Promise<void> {
  for (const [file, { sha256 }] of encodedFilesOf(release)) {
    for (const encoding of ['br', 'gzip'] as const) {
      if (!unpacksNow(readNow(copyOf(folder, file, encoding)), sha256, encoding)) throw changed(folder, file, encoding)
    }
    await giveWay()
  }
}

export async function readEncodedFile(
  folder: string,
  file: string,
  digest: string,
): Promise<{ br: Buffer; gzip: Buffer }> {
  const [br, gzip] = await Promise.all([read(copyOf(folder, file, 'br')), read(copyOf(folder, file, 'gzip'))])
  if (!(await unpacksTo(br, digest, 'br'))) throw changed(folder, file, 'br')
  if (!(await unpacksTo(gzip, digest, 'gzip'))) throw changed(folder, file, 'gzip')
  return { br, gzip }
}

function copyOf(folder: string, file: string, encoding: 'br' | 'gzip'): string {
  return path.join(folder, ENCODED_FOLDER, `${file}.${encoding === 'br' ? 'br' : 'gz'}`)
}

function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause) => {
    throw unreadable(file, cause)
  })
}

function readNow(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

function unreadable(file: string, cause: unknown): Refusal {
  return new Refusal(`${file}, a compressed copy, cannot be read`, { cause })
}

function changed(folder: string, file: string, encoding: string): Refusal {
  return new Refusal(`The ${encoding} copy of ${file} in ${folder} does not unpack to what was published`)
}

function encodedFilesOf(release: Release) {
  return Object.entries(release.files).filter(([file]) => !file.startsWith('server/') && isCompressible(file))
}
