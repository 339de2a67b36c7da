import { FAST_QUALITY } from '@platform/base/durable/compress'
import { Refusal } from '@platform/base/errors/refusal'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { isReleaseHere } from '@platform/release/folder-registry/releases'
import { fetchRelease } from '@platform/release/npm-registry/fetch-release'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-client'
import { linkComposition, makePreview, retirePreview } from '@platform/site/changes/make-preview'
import { checkChangedPages } from '@platform/site/queries/changed-pages'
import { diffSite } from '@platform/site/queries/diff-site'
import {
  allowing,
  audited,
  type CommandContext,
  defineCommand,
  limitsOf,
  listReleases,
  parseCount,
  parseDuration,
  parseVersions,
  withReason,
} from '../command/command'
import { formatDiff } from '../format/format-diff'
import { minute } from '../format/printable'
import { lookAtPages } from '../pictures/look-at-pages'

const DOES_NOT_FIT = 2

export const releaseCommands = {
  publish: defineCommand({
    args: ['<package>'],
    options: { from: '<dir>' },
    does: 'take a built package into the registry (default: <package>/dist)',
    async run([name], { from }, context) {
      await publishBuild(name, from ?? `${name}/dist`, context)
    },
  }),

  check: defineCommand({
    args: ['[<package>@<version> …]'],
    options: { 'render-all': true },
    does: 'whether releases would go live, pages rendered (--render-all: every page); changes nothing; ends with 2 if not',
    async run([wanted], values, context) {
      await checkReleases(wanted, values['render-all'] ?? false, context)
    },
  }),

  diff: defineCommand({
    args: ['<a>', '[<b>]'],
    options: { json: true },
    does: 'what would change: "live", a composition\'s number or <package>@<version>[,…]; one alone is compared with live',
    async run([a, b], { json }, context) {
      const [before, after] = b === undefined ? ['live', a] : [a, b]
      const found = await diffSite(context.store, [
        await ensurePublished(context, before),
        await ensurePublished(context, after),
      ])
      context.print(json ? JSON.stringify(found, null, 2) : formatDiff(found))
    },
  }),

  fetch: defineCommand({
    args: ['<package>@<version> …'],
    does: 'take releases from the teams’ registry, by version or dist-tag',
    async run([wanted], _values, context) {
      const { registry } = context
      if (!registry) throw new Refusal('RELEASE_REGISTRY is missing: the address of the npm registry to fetch from')
      for (const [name, version] of Object.entries(parseVersions(wanted))) {
        await fetchOne(context, registry, name, version)
      }
    },
  }),

  preview: defineCommand({
    args: ['[<package>@<version> …]'],
    options: { ...allowing, for: '72h', retire: '<composition>' },
    does: 'a signed link to releases that are not live; shows them to its browser alone. --retire ends one',
    async run([names], values, context) {
      if (values.retire !== undefined) return endPreview(values.retire, values.reason, context)
      if (names.length === 0) throw new Refusal('Name what to show, for example catalog@1.6.0.')
      const { store, print } = context
      const wanted = parseVersions(names)
      const lastsMs = values.for === undefined ? undefined : parseDuration(values.for)
      const entry = { action: 'preview', target: names.join(' '), packages: Object.keys(wanted), reason: values.reason }
      const limits = limitsOf(values)
      const make = async () => makePreview(store, await ensureReleases(context, wanted), lastsMs, limits)
      // The link is a credential, so it stays out of the audit log.
      const made = await audited(context, entry, make, (it) => ({ preview: it.number }))
      const { number, link, expiresAt, brokenBlocks = [] } = made
      print(`Composition ${number} is shown to every browser that opens this link until ${minute(expiresAt)}:`)
      print(link)
      for (const it of brokenBlocks) print(`Warning: ${it}`)
    },
  }),

  link: defineCommand({
    args: ['<composition>'],
    options: withReason,
    does: 'a permanent, signed address of a kept composition, for operators',
    async run([number], values, context) {
      const entry = { action: 'link', target: number, reason: values.reason }
      const made = await audited(context, entry, () => linkComposition(context.store, parseCount(number)))
      const names = listReleases(made.releases)
      context.print(`Composition ${number} (${names}), as long as it is kept; its browser shows it for an hour:`)
      context.print(made.link)
      context.print('/preview/leave leads back to what is live.')
    },
  }),
}

async function checkReleases(wanted: readonly string[], isRenderingAll: boolean, context: CommandContext) {
  const limits = { ...defaultLimits, isRenderingAll }
  const versions = await ensureReleases(context, parseVersions(wanted))
  const { releases, documents, problems, changed } = await checkChangedPages(context.store.copy, versions, limits)
  const names = wanted.length > 0 ? Object.keys(versions) : Object.keys(releases)
  const checked = names.map((name) => `${name}@${releases[name]}`).join(', ')
  const isOne = names.length === 1
  if (problems.length > 0) {
    const refusal = `${checked} ${isOne ? 'does' : 'do'} not fit:\n  ${problems.join('\n  ')}`
    throw new Refusal(refusal, { exitCode: DOES_NOT_FIT })
  }
  const fit = isOne ? 'fits' : 'fit'
  context.print(`${checked} ${fit}: everything compared, ${documents} documents looked at, nothing changed`)
  await lookAtPages(context, changed)
}

async function endPreview(number: string, reason: string | undefined, context: CommandContext): Promise<void> {
  const entry = { action: 'preview retire', target: number, reason }
  await audited(context, entry, () => retirePreview(context.store, parseCount(number)))
  context.print(`Composition ${number} is no longer shown to anybody`)
}

export async function publishBuild(name: string, from: string, context: CommandContext): Promise<string> {
  const { store, print } = context
  const settings = await store.copy.readSettings()
  const publish = async () => {
    const quality = settings?.isDevelopment ? { quality: FAST_QUALITY } : {}
    const published = await publishRelease(store.copy, { from, expectedPackage: name, ...quality })
    await store.addRelease(name, published.version)
    return published
  }
  const entry = { action: 'publish', target: name, packages: [name] }
  const { version, outcome } = await audited(context, entry, publish, (it) => ({
    release: `${name}@${it.version}`,
    ...(it.outcome !== 'published' && { outcome: it.outcome }),
  }))
  print(`${name}@${version} ${outcome === 'published' ? 'is published' : 'was already published'}`)
  return version
}

export async function ensureReleases(
  context: CommandContext,
  versions: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { registry, store } = context
  if (!registry) return { ...versions }
  const ensured: Record<string, string> = {}
  for (const [name, wanted] of Object.entries(versions)) {
    const isHere = await isReleaseHere(store.copy, name, wanted)
    ensured[name] = isHere ? wanted : await fetchOne(context, registry, name, wanted)
  }
  return ensured
}

async function ensurePublished(context: CommandContext, side: string): Promise<string> {
  const wanted = side.split(',').map((it) => it.split('@'))
  if (!wanted.every(([, version]) => version)) return side
  return listReleases(await ensureReleases(context, Object.fromEntries(wanted))).replaceAll(', ', ',')
}

async function fetchOne(
  context: CommandContext,
  registry: RegistrySettings,
  name: string,
  wanted: string,
): Promise<string> {
  const { store, print } = context
  const { copy } = store
  const fetch = async () => {
    const fetched = await fetchRelease(copy, { read: copy.readPin, pin: store.pinIntegrity }, registry, name, wanted)
    await store.addRelease(name, fetched.version)
    return fetched
  }
  const entry = { action: 'fetch', target: `${name}@${wanted}`, packages: [name] }
  const { version, outcome } = await audited(context, entry, fetch, (it) => ({ release: `${name}@${it.version}` }))
  print(`${name}@${version} ${outcome === 'published' ? 'is fetched' : 'was already here'}`)
  return version
}
