import path from 'node:path'
import type { ComposedDocument, ComposedPage, Composition } from '../composition/composition'
import { type Headers, INERT_POLICY, isSecureAddress, securityHeaders } from '../composition/security-headers'
import { contentTypeOf, types } from '../http/content-type'
import type { ServedFile } from '../http/index-files'
import { PAGE_CACHE_CONTROL } from '../http/load-pages'
import { addHeaders, block, literal, quote } from './directives'
import { renderFiles } from './render-files'

export type NginxSource = {
  composition: Composition
  /** Of the composition. */
  folder: string
  files: ReadonlyMap<string, ServedFile>
}

/** Where a document stands that is reached by a rule and not by its own address. */
const INTERNAL = '/_documents/'
/** Names in a folder with a fallback; nothing that could end a header. */
const NAME = '[A-Za-z0-9_-]+'

/**
 * One composition as locations of nginx, to be included in a server block: the same addresses, headers,
 * statuses and redirects as the origin's, from the same files.
 */
export function renderLocations({ composition, folder, files }: NginxSource): string {
  const { number, publicUrl, pages, indexes, fallbacks } = composition
  const security = securityHeaders({ isSecure: isSecureAddress(publicUrl) })
  const plain = { ...security, 'content-security-policy': INERT_POLICY, 'cache-control': 'no-store' }
  const documents = (document: ComposedDocument) => documentLines(folder, document)
  return `${[
    `# Composition ${number}, written by "site nginx". Changes are lost.`,
    'absolute_redirect off;',
    'gzip_vary on;',
    'gzip_proxied any;',
    'recursive_error_pages on;',
    block(
      'types',
      Object.entries(types).map(([extension, type]) => `${quote(type)} ${extension.slice(1)};`),
    ),
    ...addHeaders(plain),
    ...Object.entries(pages).flatMap(([url, page]) => pageLocations(url, page, documents)),
    ...Object.entries(indexes).map(([url, document]) => block(`location = ${quote(url)}`, documents(document))),
    ...fallbacks.flatMap(({ below, page }) => fallbackLocations(below, page)),
    ...renderFiles(files, security),
    ...unknownAddresses,
  ].join('\n')}\n`
}

type DocumentLines = (document: ComposedDocument) => string[]

function documentLines(folder: string, { file, headers }: ComposedDocument): string[] {
  return sendFile(path.join(folder, file), contentTypeOf(file), { ...headers, 'cache-control': PAGE_CACHE_CONTROL })
}

function sendFile(file: string, type: string, headers: Headers): string[] {
  return [
    `alias ${quote(file)};`,
    'gzip_static on;',
    // The address has no extension to go by.
    'types { }',
    `default_type ${quote(type)};`,
    ...addHeaders(headers),
  ]
}

function pageLocations(url: string, page: ComposedPage, documents: DocumentLines): string[] {
  const withoutSlash = url === '/' ? [] : [block(`location = ${quote(`${url}/`)}`, [`return 308 ${url}$is_args$args;`])]
  if (page.status !== 200) {
    return [
      block(`location = ${quote(url)}`, missing(url)),
      block(`location = ${quote(internal(url))}`, ['internal;', ...documents(page)]),
      ...withoutSlash,
    ]
  }
  // nginx takes an address that ends in a slash for a folder, so the first page is reached by a rule too.
  if (!page.variants && url !== '/') return [block(`location = ${quote(url)}`, documents(page)), ...withoutSlash]
  const { parameter = '', values = {} } = page.variants ?? {}
  const choices = Object.keys(values).map((value) =>
    block(`if ($arg_${parameter} = ${quote(encodeURIComponent(value))})`, [`rewrite ^ ${internal(url, value)} last;`]),
  )
  return [
    block(`location = ${quote(url)}`, [...choices, `rewrite ^ ${internal(url)} last;`]),
    block(`location = ${quote(internal(url))}`, ['internal;', ...documents(page)]),
    ...Object.entries(values).map(([value, document]) =>
      block(`location = ${quote(internal(url, value))}`, ['internal;', ...documents(document)]),
    ),
    ...withoutSlash,
  ]
}

function fallbackLocations(below: string, page: string): string[] {
  const name = `${literal(below)}/${NAME}`
  return [
    block(`location ~ ${quoteExpression(`^${name}$`)}`, missing(page)),
    block(`location ~ ${quoteExpression(`^(${name})/$`)}`, ['return 308 $1$is_args$args;']),
  ]
}

function missing(url: string): string[] {
  return [`error_page 404 ${internal(url)};`, 'return 404;']
}

function internal(url: string, value?: string): string {
  const name = `${INTERNAL}${url.slice(1).replaceAll('/', '.') || 'index'}`
  return value === undefined ? name : `${name}:${encodeURIComponent(value)}`
}

/** A regular expression may end in `$`, which is no variable there. */
function quoteExpression(expression: string): string {
  return `"${expression}"`
}

/** A file that is not there is never a page (D-02); any other unknown address leads home (R3). */
const unknownAddresses = [
  block('location ~ "(\\.[^/]*$)|^/(releases|images)(/|$)"', notFoundLines()),
  block('location /', [block('if ($request_method !~ "^(GET|HEAD)$")', ['return 404 "Not found";']), 'return 302 /;']),
]

function notFoundLines(): string[] {
  return ['types { }', 'default_type "text/plain; charset=utf-8";', 'return 404 "Not found";']
}
