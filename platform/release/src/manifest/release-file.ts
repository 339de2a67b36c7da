import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import type { ReleaseFile } from './release'

export const RELEASE_FILE = 'release.json'

/** Base64 of the team's Ed25519 signature of `release.json`. */
export const SIGNATURE_FILE = 'release.sig'

export async function readReleaseFile(folder: string, file: string, expected: ReleaseFile): Promise<Buffer> {
  const content = await readFile(path.join(folder, file)).catch((cause) => {
    throw unreadable(folder, file, cause)
  })
  checkContent(content, folder, file, expected)
  return content
}

/** Synchronous: awaiting a thousand reads takes a third longer. */
export function readReleaseFileNow(folder: string, file: string, expected: ReleaseFile | undefined): Buffer {
  let content: Buffer
  try {
    content = readFileSync(path.join(folder, file))
  } catch (cause) {
    throw unreadable(folder, file, cause)
  }
  checkContent(content, folder, file, expected)
  return content
}

function checkContent(content: Buffer, folder: string, file: string, expected: ReleaseFile | undefined): void {
  if (content.length === expected?.bytes && sha256(content) === expected.sha256) return
  throw new Refusal(`${file} in ${folder} does not match its digest: it was changed or copied incompletely`)
}

function unreadable(folder: string, file: string, cause: unknown): Refusal {
  return new Refusal(`${file} is listed in ${RELEASE_FILE} but cannot be read in ${folder}`, { cause })
}
