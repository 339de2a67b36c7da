import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { create, extract } from 'tar'

const FILES_AND_FOLDERS = new Set(['File', 'OldFile', 'ContiguousFile', 'Directory'])

const SETTLE_MS = 5_000

/**
 * Unpacks plain files and folders below an empty folder.
 * @param strip how many leading folders of each path are left out
 * @throws Error naming the first other entry, or the first write that failed, once nothing is written any more
 */
export async function unpackTar(archive: Uint8Array, to: string, { strip = 0 } = {}): Promise<void> {
  let problem: string | undefined
  await new Promise<void>((resolve, reject) => {
    const unpacking = extract({
      cwd: to,
      strip,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      filter(path, entry) {
        if ('type' in entry && FILES_AND_FOLDERS.has(String(entry.type))) return true
        problem ??= `${path} in the archive is not a plain file`
        return false
      },
    })
    let first: Error | undefined
    const settle = () => (first ? reject(first) : resolve())
    unpacking.on('close', settle)
    unpacking.on('error', (error: Error) => {
      // A damaged header ends it for good, and then nothing says that it has closed.
      if (!first) setTimeout(settle, SETTLE_MS).unref()
      first ??= error
    })
    unpacking.end(Buffer.from(archive))
  })
  if (problem) throw new Error(problem)
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Much of what is packed is compressed already; a higher level takes longer and gains nothing. */
const QUALITY = 4
/** No release or composition comes near it; a damaged archive must not fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024

/** A folder with everything below it, as one compressed archive. */
export async function packFolder(folder: string): Promise<Buffer> {
  const archive = await create({ cwd: folder, portable: true, noMtime: true }, ['.']).concat()
  return compress(archive, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: archive.length },
  })
}

/** @throws Error when the archive is damaged or holds anything but files and folders. */
export async function unpackFolder(archive: Uint8Array, to: string): Promise<void> {
  await unpackTar(await decompress(archive, { maxOutputLength: MAX_BYTES }), to)
}
