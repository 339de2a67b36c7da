import { Refusal } from '@platform/base/errors/refusal'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import { nameOf } from '@platform/release/manifest/release'
import { compareBuilds, type FileDifference } from '@platform/release/verify/compare-builds'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { type CommandContext, defineCommand, parseVersions } from '../command/command'
import { printable } from '../format/printable'
import { buildAgain, type Rebuild } from '../verification/build-again'
import { ensureReleases } from './releases'

const DIFFERS = 2
const SHOWN_CHARACTERS = 120
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export const verify = defineCommand({
  args: ['<package>@<version>'],
  options: { from: '<clone>', digest: '<sha256>' },
  does:
    'builds a release again from its tag in a clone, or compares it with the digest its team has announced; ends with 2 ' +
    'and names the first file when it differs',
  async run([release], { from, digest }, context) {
    if (from === undefined && digest === undefined) throw new Refusal('Name a clone (--from) or a digest (--digest).')
    // Loaded into memory before any program of the clone runs.
    const published = await loadPublished(context, release)
    if (digest !== undefined) refuseOtherDigest(published, parseDigest(digest))
    if (from === undefined) return context.print(describeRelease(published))
    const { package: name, version } = published.release
    const rebuild = await untilAborted((signal) => buildAgain({ name, version, from, signal, notify: context.warn }))
    context.print(compare(published, rebuild))
  },
})

/** An installation and a build take minutes. */
const LONGEST_MS = 30 * 60_000

async function untilAborted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    return await work(AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]))
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

async function loadPublished(context: CommandContext, release: string): Promise<VerifiedRelease> {
  const { copy } = context.store
  const [[name, wanted] = ['', '']] = Object.entries(await ensureReleases(context, parseVersions([release])))
  return loadRelease(copy, name, await resolveVersion(copy, name, wanted))
}

function parseDigest(text: string): string {
  const digest = text
    .trim()
    .toLowerCase()
    .replace(/^sha256[:-]/, '')
  if (/^[0-9a-f]{64}$/.test(digest)) return digest
  throw new Refusal(`"${text}" is not the digest of a release: 64 digits from 0 to f`)
}

function refuseOtherDigest({ release, digest }: VerifiedRelease, announced: string): void {
  if (digest === announced) return
  const what = `${nameOf(release)} is not the release with that digest:`
  throw new Refusal(`${what}\n  published  ${digest}\n  announced  ${announced}`, { exitCode: DIFFERS })
}

function compare(published: VerifiedRelease, { release: built, tag, commit }: Rebuild): string {
  const differences = compareBuilds(published, built)
  const source = `commit ${commit} (${tag})`
  if (differences.length === 0) return `${describeRelease(published)}\n  the same byte by byte as built from ${source}`
  throw new Refusal(
    `${nameOf(published.release)} is not what is built from ${source}. The first file that differs:\n` +
      formatDifferences(differences),
    { exitCode: DIFFERS },
  )
}

function describeRelease({ release, digest, signedBy }: VerifiedRelease): string {
  const signature =
    signedBy === undefined ? 'not signed: the site trusts no key for this package' : `signed by the key ${signedBy}`
  return [
    `${nameOf(release)}: ${Object.keys(release.files).length} files and release.json, ${signature}`,
    `  digest sha256:${digest}`,
  ].join('\n')
}

function formatDifferences([first, ...others]: readonly FileDifference[]): string {
  if (!first) return ''
  const { file, published, built, builtAs, value } = first
  const count = others.length === 1 ? '1 other file differs' : `${others.length} other files differ`
  return [
    `  ${file}`,
    `    published  ${published ? `sha256 ${published}` : 'no such file'}`,
    `    built      ${built ? `sha256 ${built}` : 'no such file'}${builtAs ? ` (${builtAs})` : ''}`,
    ...(value
      ? [`  at ${cut(value.pointer)}`, `    published  ${show(value.published)}`, `    built      ${show(value.built)}`]
      : []),
    ...(others.length > 0 ? [`  ${count}`] : []),
  ].join('\n')
}

function show(json: string | undefined): string {
  return json === undefined ? 'no such value' : cut(json)
}

function cut(text: string): string {
  const shown = printable(text)
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown
}
