import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { urlOf } from '@platform/base/address/url-of'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { AnswerTooLarge, fetchWhole } from '@platform/base/http/fetch-whole'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describeVersions } from '../folder-registry/releases'

export type RegistrySettings = {
  url: string
  token: string | undefined
  /** Release `catalog` = npm package `<scope>/catalog`. */
  scope: string
}

const DEFAULT_SCOPE = '@site-release'

export function readRegistrySettings(environment: NodeJS.ProcessEnv): {
  registry: RegistrySettings | undefined
  problems: string[]
} {
  const { RELEASE_REGISTRY: address, RELEASE_REGISTRY_TOKEN: token, RELEASE_SCOPE: scope = DEFAULT_SCOPE } = environment
  if (!address) return { registry: undefined, problems: [] }
  const isAddress = /^https?:$/.test(urlOf(address)?.protocol ?? '')
  const problems = [
    ...(isAddress ? [] : [`RELEASE_REGISTRY is "${address}", but must be an address such as https://npm.example`]),
    ...(/^@[a-z0-9][a-z0-9._-]*$/.test(scope) ? [] : [`RELEASE_SCOPE is "${scope}", but must look like @site-release`]),
  ]
  return { registry: { url: address.replace(/\/*$/, '/'), token: token || undefined, scope }, problems }
}

const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const LAST_PAUSE_MS = 2_000
const isBusy = ({ status }: Response) => status === 429 || status === 503
const MAX_PACKUMENT_BYTES = 8 * 1024 * 1024
/** The largest release has 1.2 MB. */
const MAX_TARBALL_BYTES = 32 * 1024 * 1024

const checker = Compile(
  Type.Object({
    'dist-tags': Type.Record(Type.String(), Type.String()),
    // Each version is checked alone, so that a malformed one hides no other.
    versions: Type.Record(Type.String(), Type.Unknown()),
  }),
)
const versionChecker = Compile(
  Type.Object({ dist: Type.Object({ tarball: Type.String(), integrity: Type.Optional(Type.String()) }) }),
)

/** `digests` are the SHA-512 of the tarball that the registry names. */
export type PublishedPackage = { version: string; tarball: string; digests: readonly string[] }

/** The SHA-512 of an `integrity`, which may have several hashes and options (W3C, Subresource Integrity). */
export function readDigests(integrity: string): string[] {
  return integrity.split(/\s+/).flatMap((hash) => /^(sha512-[\w+/]{86}==)(?:\?.*)?$/.exec(hash)?.[1] ?? [])
}

export async function findPackage(registry: RegistrySettings, name: string, wanted: string): Promise<PublishedPackage> {
  const npmName = `${registry.scope}/${name}`
  const body = await download(registry, registry.url + npmName.replace('/', '%2f'), MAX_PACKUMENT_BYTES)
  const packument = parseChecked(checker, body.toString())
  if (!packument) {
    throw new Refusal(`${npmName} in ${registry.url} is not described as npm's registry describes packages`)
  }
  const tags = packument['dist-tags']
  const version = Object.hasOwn(tags, wanted) ? (tags[wanted] ?? wanted) : wanted
  const found = Object.hasOwn(packument.versions, version) ? packument.versions[version] : undefined
  const known = Object.keys(packument.versions).reverse()
  if (found === undefined)
    throw new Refusal(`${name}@${wanted} is not published in ${registry.url}. ${describeVersions(name, known)}`)
  if (!versionChecker.Check(found)) throw new Refusal(`${registry.url} describes ${name}@${version} wrongly`)
  const digests = readDigests(found.dist.integrity ?? '')
  if (digests.length === 0) throw new Refusal(`${registry.url} gives no SHA-512 of ${name}@${version}`)
  return { version, tarball: found.dist.tarball, digests }
}

export async function downloadPackage(
  registry: RegistrySettings,
  name: string,
  { version, tarball, digests }: PublishedPackage,
): Promise<{ content: Buffer; digest: string }> {
  // Another origin would receive our token.
  if (urlOf(tarball)?.origin !== new URL(registry.url).origin) {
    throw new Refusal(`${name}@${version} is at ${tarball}, outside of ${registry.url}`)
  }
  const content = await download(registry, tarball, MAX_TARBALL_BYTES)
  const digest = `sha512-${createHash('sha512').update(content).digest('base64')}`
  if (digests.includes(digest)) return { content, digest }
  throw new Refusal(`The tarball of ${name}@${version} in ${registry.url} does not match its SHA-512: it was changed`)
}

async function download({ url, token }: RegistrySettings, address: string, maxBytes: number): Promise<Buffer> {
  const headers = {
    accept: 'application/vnd.npm.install-v1+json, application/json, application/octet-stream',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  try {
    const limits = { limitMs: TIMEOUT_MS, maxBytes }
    // A redirect to another origin, such as a blob store, is followed without the token (Fetch standard, 4.4).
    const ask = () => fetchWhole(address, { headers }, limits)
    let response = await ask()
    for (let pause = FIRST_PAUSE_MS; isBusy(response) && pause <= LAST_PAUSE_MS; pause *= 2) {
      await delay(pause)
      response = await ask()
    }
    if (response.status !== 200) throw new Refusal(`${address} answers ${response.status}${adviceFor(response.status)}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    if (cause instanceof AnswerTooLarge) throw new Refusal(`${address} is larger than ${maxBytes / 1024 / 1024} MB`)
    throw new Refusal(`The registry ${url} does not answer: ${messageOf(rootOf(cause))}`, { cause })
  }
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ': RELEASE_REGISTRY_TOKEN is absent or may not read there'
  return status === 404 ? ': no release of this package was published' : ''
}

function rootOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? rootOf(error.cause) : error
}
