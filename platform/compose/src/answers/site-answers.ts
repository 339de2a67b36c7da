import { memoize } from '@platform/base/collections/collections'
import { assetAddress, hasContentHash } from '@platform/release/manifest/asset-address'
import type { Release, ReleaseFile } from '@platform/release/manifest/release'
import type { Composition } from '../composition/composition'
import { type ComposedDocument, mapValues } from '../composition/stored-headers'
import { type Headers, INERT_POLICY, isSecureAddress, securityHeaders } from '../headers/security-headers'
import { contentTypeOf } from './content-type'
import { type AnswerTable, fallbackAddress, variantAddress } from './find-answer'

/** Owner of the documents that are made of all packages. */
export const SITE = 'site'

export type Answer = {
  owner: string
  status: number
  /** Without those of encoding, length, entity tag and timing; a cookie is set beside a canary alone. */
  headers: Headers
  /** Of the body before compression. */
  sha256: string
  document?: ComposedDocument
}
export type PageAnswer = Answer & { document: ComposedDocument }

/** The origin decides by this table. */
export function pageAnswers({
  pages,
  fallbacks,
  indexes,
}: Pick<Composition, 'pages' | 'fallbacks' | 'indexes'>): AnswerTable<PageAnswer> {
  const rows = new Map<string, PageAnswer>()
  const parameters = new Map<string, string>()
  const withPageHeaders = headersWith({ 'content-type': contentTypeOf('index.html'), 'cache-control': REVALIDATED })
  for (const [address, page] of Object.entries(pages)) {
    const add = (at: string, document: ComposedDocument) => {
      const { headers, sha256 } = document
      const { status } = page
      rows.set(at, {
        owner: page.module.split('/', 1)[0] ?? '',
        status,
        headers: withPageHeaders(headers),
        sha256,
        document,
      })
    }
    add(address, page)
    const { parameter = '', values = {} } = page.variants ?? {}
    if (page.variants) parameters.set(address, parameter)
    for (const [value, it] of Object.entries(values)) add(variantAddress(address, parameter, value), it)
  }
  for (const { below, page } of fallbacks) {
    const row = rows.get(page)
    if (row) rows.set(fallbackAddress(below), row)
  }
  for (const [address, document] of Object.entries(indexes)) {
    const type = { 'content-type': contentTypeOf(address), 'cache-control': REVALIDATED }
    const { headers, sha256 } = document
    rows.set(address, { owner: SITE, status: 200, headers: { ...headers, ...type }, sha256, document })
  }
  return { rows, parameters }
}

export type SiteAnswers = ReadonlyMap<string, Answer>

/**
 * Lists all that an origin answers for a composition. Headers name addresses of the site without scheme and host.
 * @param releases of the composition; without them the cache rules of files are unknown
 */
export function siteAnswers(
  {
    publicFiles,
    publicUrl,
    ...site
  }: Parameters<typeof pageAnswers>[0] & Pick<Composition, 'publicFiles' | 'publicUrl'>,
  releases: readonly Release[] = [],
): SiteAnswers {
  const security = securityHeaders({ isSecure: isSecureAddress(publicUrl) })
  const files = new Map(releases.map((release) => [release.package, release.files]))
  const rows = new Map<string, Answer>()
  const add = (address: string, owner: string, file: string, { sha256 }: Pick<ReleaseFile, 'sha256'>) =>
    rows.set(address, { owner, status: 200, headers: fileHeaders(file, sha256, security), sha256 })
  for (const [address, { package: owner, file }] of Object.entries(publicFiles)) {
    add(address, owner, file, files.get(owner)?.[file] ?? { sha256: '' })
  }
  for (const release of releases) {
    for (const [file, expected] of Object.entries(release.files)) {
      if (file.startsWith(CLIENT))
        add(assetAddress(release, file.slice(CLIENT.length)), release.package, file, expected)
    }
  }
  const relative = memoize((headers: Headers) => mapValues(headers, (value) => value.replaceAll(publicUrl, '')))
  for (const [address, { headers, ...answer }] of pageAnswers(site).rows) {
    rows.set(address, { ...answer, headers: relative(headers) })
  }
  return rows
}

const CLIENT = 'client/'
export const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'no-cache'
/** An SVG opened by itself keeps its styles but runs no script. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** Only a name with its content's hash is kept for ever: under any other name the next release may have other bytes. */
export function fileHeaders(file: string, sha256: string, security: Headers): Headers {
  const type = contentTypeOf(file)
  return {
    ...security,
    'content-security-policy': type.startsWith('image/svg') ? SVG_POLICY : INERT_POLICY,
    'accept-ranges': 'bytes',
    'content-type': type,
    'cache-control': hasContentHash(file, sha256) ? IMMUTABLE : REVALIDATED,
  }
}

/** Reuses objects, since most pages share their headers. */
export function headersWith(more: Headers): (headers: Headers) => Headers {
  return memoize((headers) => ({ ...headers, ...more }))
}
