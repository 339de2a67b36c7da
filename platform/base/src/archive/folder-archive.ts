import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { create } from 'tar'
import { unpackTar } from './unpack-tar'

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
