import { Refusal } from '@platform/base/errors/refusal'
import { loadRelease, resolveVersion } from '@platform/release/folder-registry/releases'
import { nameOf } from '@platform/release/manifest/name-of'
import { compareBuilds } from '@platform/release/verify/compare-builds'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { type CommandContext, defineCommand, parseVersions } from '../../command/command'
import { formatDifferences } from '../../format/format-difference'
import { buildAgain, DIFFERS, type Rebuild } from '../../verification/build-again'
import { untilBrokenOff } from '../../verification/until-broken-off'
import { ensureReleases } from './fetch'

const usage = [
  'site verify <package>@<version> --from <clone>   builds a release again from its tag, in a folder of its own, and compares',
  '    [--digest <sha256>] [--install]        … with the digest its team has announced; with packages installed anew;',
  '                                           ends with 2 when it differs, and names the first file',
]

export const verify = defineCommand({
  usage,
  options: { from: { type: 'string' }, digest: { type: 'string' }, install: { type: 'boolean' } },
  async run({ positionals, values: { from, digest, install = false } }, context) {
    const [release, ...others] = positionals
    if (!release || others.length > 0 || (from === undefined && digest === undefined)) {
      throw new Refusal(`Name one release, and a clone of the repository or a digest.\n${usage.join('\n')}`)
    }
    // Read, and held in memory, before any program of the clone runs.
    const published = await loadPublished(context, release)
    if (digest !== undefined) refuseOtherDigest(published, parseDigest(digest))
    if (from === undefined) return context.print(describeRelease(published))
    const { package: name, version } = published.release
    const rebuild = await untilBrokenOff((signal) =>
      buildAgain({ name, version, from, isAfresh: install, signal, notify: context.warn }),
    )
    const note = describeClone(rebuild)
    if (note) context.warn(note)
    context.print(compare(published, rebuild))
  },
})

/** By the same digests and signature as whenever a release is activated. */
async function loadPublished(context: CommandContext, release: string): Promise<VerifiedRelease> {
  const { copy } = context.store
  const [[name, wanted] = ['', '']] = Object.entries(await ensureReleases(context, parseVersions([release])))
  return loadRelease(copy, name, await resolveVersion(copy, name, wanted))
}

/** `sha256:` may stand before it, as where digests are announced. */
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
  throw new Refusal(
    `${nameOf(release)} is not the release with that digest:\n  published  ${digest}\n  announced  ${announced}`,
    {
      exitCode: DIFFERS,
    },
  )
}

function compare(published: VerifiedRelease, { release: built, tag, commit, packages }: Rebuild): string {
  const differences = compareBuilds(published, built)
  const source = `commit ${commit} (${tag})`
  if (differences.length === 0) return `${describeRelease(published)}\n  the same byte by byte as built from ${source}`
  const hint =
    packages === 'clone' ? '\nBuilt with the packages installed in the clone; --install takes none of them.' : ''
  throw new Refusal(
    `${nameOf(published.release)} is not what is built from ${source}. The first file that differs:\n` +
      `${formatDifferences(differences)}${hint}`,
    { exitCode: DIFFERS },
  )
}

function describeRelease({ release, digest, signedBy }: VerifiedRelease): string {
  const signature =
    signedBy === undefined ? 'not signed, as no key is believed for it' : `signed by the key ${signedBy}`
  return [
    `${nameOf(release)}: ${Object.keys(release.files).length} files and release.json, ${signature}`,
    `  digest sha256:${digest}`,
  ].join('\n')
}

/** What stands in the clone is not what was built; whoever thinks so reads it here. */
function describeClone({ clone: { folder, head, changedFiles }, commit, tag }: Rebuild): string | undefined {
  const states = [
    ...(head === commit ? [] : [`is at another commit (${head.slice(0, 12)})`]),
    ...(changedFiles === 0 ? [] : [`has ${changedFiles} changed ${changedFiles === 1 ? 'file' : 'files'}`]),
  ]
  if (states.length === 0) return undefined
  return `${folder} ${states.join(' and ')}: nothing of that was built, only what ${tag} names`
}
