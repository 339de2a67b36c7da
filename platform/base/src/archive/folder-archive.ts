import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { create, extract } from 'tar'

const FILES_AND_FOLDERS = new Set(['File', 'OldFile', 'ContiguousFile', 'Directory'])

const SETTLE_MS = 5_000

/**
 * Unpacks plain files and folders into an empty folder.
 * @throws Error for any other entry, or the first failed write after all writes
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
      // A damaged header stops the parser without a `close` event.
      if (!first) setTimeout(settle, SETTLE_MS).unref()
      first ??= error
    })
    unpacking.end(Buffer.from(archive))
  })
  if (problem) throw new Error(problem)
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Browser files are already compressed, so a higher quality gains nothing. */
const QUALITY = 4
/** Guards the memory against damaged archives; releases and compositions are far smaller. */
const MAX_BYTES = 256 * 1024 * 1024

export async function packFolder(folder: string): Promise<Buffer> {
  const archive = await create({ cwd: folder, portable: true, noMtime: true }, ['.']).concat()
  return compress(archive, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: archive.length },
  })
}

export async function unpackFolder(archive: Uint8Array, to: string): Promise<void> {
  await unpackTar(await decompress(archive, { maxOutputLength: MAX_BYTES }), to)
}
