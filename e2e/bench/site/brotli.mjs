import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Compressed as well as the origin compresses: Brotli's best. */
export function brotli(text) {
  const content = Buffer.from(text)
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliCompressSync(content, {
    params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: content.length },
  })
}

export function unbrotli(content) {
  return brotliDecompressSync(content).toString()
}
