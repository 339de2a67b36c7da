import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode, messageOf, Refusal } from '@platform/base/errors/refusal'

const MEGABYTE = 1024 ** 2
/** An activation needs a few megabytes; the embedded database refuses payments earlier. */
export const LEAST_BYTES = 256 * MEGABYTE

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns any other error as it is. */
export async function explainFullDisk(error: unknown, root: string): Promise<unknown> {
  if (!hasErrorCode(error, 'ENOSPC', 'EDQUOT')) return error
  const free = await freeBytesOf(root).catch(() => 0)
  const inMegabytes = (bytes: number) => `${Math.ceil(Math.max(0, bytes) / MEGABYTE)} MB`
  return new Refusal(
    `The disk at ${await mountOf(root)}, which has SITE_DIR (${root}), is full: ${inMegabytes(free)} are free, and ` +
      `${inMegabytes(LEAST_BYTES - free)} more are needed. Delete old compositions with "site prune --keep 3", or make the ` +
      `disk larger. "site rollback" works meanwhile. (${messageOf(error)})`,
    { cause: error },
  )
}

async function mountOf(folder: string): Promise<string> {
  const parent = path.dirname(folder)
  const devices = await Promise.all([folder, parent].map((it) => stat(it).then(({ dev }) => dev)))
  return parent === folder || devices[0] !== devices[1] ? folder : mountOf(parent)
}
