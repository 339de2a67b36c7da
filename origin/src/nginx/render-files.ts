import path from 'node:path'
import type { Headers } from '../composition/security-headers'
import { isCompressible } from '../files/compress'
import { contentTypeOf } from '../http/content-type'
import type { ServedFile } from '../http/index-files'
import { fileHeaders } from '../http/load-file'
import { encodedFile } from '../registry/encode-files'
import { addHeaders, block, quote } from './directives'

/** Compressed copies stand in a folder of their own, so the file itself is a second try. */
const PLAIN = '/_plain'
const MISSING = '/_missing'

/**
 * The released files. The hashed ones of a release have one location together; its pictures of the SVG
 * kind, which have a policy of their own, and public files have one each.
 */
export function renderFiles(files: ReadonlyMap<string, ServedFile>, security: Headers): string[] {
  const folders = new Map<string, ServedFile>()
  const locations: string[] = []
  for (const [url, served] of files) {
    const isHashed = served.file.startsWith('client/')
    if (!isHashed || served.file.endsWith('.svg'))
      locations.push(...fileLocations(`= ${quote(url)}`, url, served, security))
    if (isHashed) folders.set(rootOf(url, served.file), served)
  }
  for (const [root, served] of folders) {
    locations.push(...fileLocations(`^~ ${quote(root)}`, root, { ...served, file: 'client/' }, security))
  }
  const missing = ['internal;', 'types { }', 'default_type "text/plain; charset=utf-8";', 'return 404 "Not found";']
  return [...locations, block(`location = ${MISSING}`, missing)]
}

/** `/releases/shell/1.2.0/main.js` of `client/main.js` → `/releases/shell/1.2.0/`. */
function rootOf(url: string, file: string): string {
  return url.slice(0, -file.slice('client/'.length).length)
}

function fileLocations(match: string, url: string, served: ServedFile, security: Headers): string[] {
  const { folder, file, cacheControl } = served
  const isFolder = file.endsWith('/')
  const isEncoded = isFolder || isCompressible(file)
  const common = [
    ...(isFolder ? [] : ['types { }', `default_type ${quote(contentTypeOf(file))};`]),
    ...addHeaders(fileHeaders(file, security)),
    // Not "always": that a file is missing must not be remembered.
    `add_header cache-control ${quote(cacheControl)};`,
  ]
  const plain = [`alias ${quote(aliasOf(path.join(folder, file), isFolder))};`, `error_page 404 ${MISSING};`, ...common]
  if (!isEncoded) return [block(`location ${match}`, plain)]
  const encoded = [
    `alias ${quote(aliasOf(encodedFile(folder, file), isFolder))};`,
    'gzip_static on;',
    'log_not_found off;',
    `error_page 404 = ${isFolder ? `${PLAIN}$uri` : quote(PLAIN + url)};`,
    ...common,
  ]
  return [
    block(`location ${match}`, encoded),
    block(`location ${match.replace('"', `"${PLAIN}`)}`, ['internal;', ...plain, 'add_header vary accept-encoding;']),
  ]
}

/** `path.join` keeps a slash at the end; nginx needs it where the location has one. */
function aliasOf(place: string, isFolder: boolean): string {
  return isFolder && !place.endsWith('/') ? `${place}/` : place
}
