import { Refusal } from '@platform/base/errors/refusal'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { isReleaseHere, loadRelease } from '@platform/release/folder-registry/releases'
import { activateReleases } from '@platform/site/changes/activate-releases'
import { allowing, audited, type CommandContext, defineCommand, limitsOf, reasonOf } from '../command/command'
import { hasToWait, prepare } from '../command/wait-for-approval'
import { openSource, type PromotionSource } from '../promotion/open-source'
import { downgradesIn, report } from './activate'
import { ensureReleases } from './fetch'
import { publishBuild } from './publish'

const usage = [
  'site promote --from <site>               make live what is live elsewhere, the very same releases: a SITE_DIR, the',
  '    [--allow <rule>] [--reason "…"]        … https address of its origin, or its DATABASE_URL',
]

export const promote = defineCommand({
  usage,
  options: { ...allowing, from: { type: 'string' } },
  async run({ positionals, values: { from, ...values } }, context) {
    if (!from || positionals.length > 0) throw new Refusal(usage.join('\n'))
    const limits = limitsOf(values, context)
    const source = await openSource(from)
    try {
      const versions = versionsIn(source)
      const entry = {
        action: 'promote',
        target: `composition ${source.number} of ${source.name}`,
        packages: Object.keys(versions),
        reason: reasonOf(values),
      }
      const take = () => takeReleases(context, source)
      if (await hasToWait(context, versions)) {
        await audited(context, entry, take)
        return await prepare(context, { action: ['activate'], versions, values, isChecked: true })
      }
      const activate = async () => {
        await take()
        return activateReleases(context.store, versions, limits)
      }
      await report(context, () => audited(context, entry, activate, downgradesIn))
    } finally {
      await source.close()
    }
  },
})

function versionsIn({ releases }: PromotionSource): Record<string, string> {
  return Object.fromEntries(Object.entries(releases).map(([name, { version }]) => [name, version]))
}

/**
 * Has every release of the source here, the same to the byte.
 * @throws Refusal naming a release that is another here, or a package that is live here alone
 */
async function takeReleases(context: CommandContext, source: PromotionSource): Promise<void> {
  const { store } = context
  const pointer = (await store.live()).pointer
  const live = versionsOf(pointer && (await readComposition(store.copy, pointer.live)))
  const alone = Object.keys(live).filter((name) => !Object.hasOwn(source.releases, name))
  if (alone.length > 0) {
    throw new Refusal(
      `${alone.join(', ')}: live here and not on ${source.name}. Say "site retire ${alone[0]} …" first.`,
    )
  }
  for (const [name, { version, digest }] of Object.entries(source.releases)) {
    await ensureRelease(context, source, name, version)
    const here = await loadRelease(store.copy, name, version)
    if (here.digest === digest) continue
    throw new Refusal(
      `${name}@${version} is another build here (${here.digest.slice(0, 12)}) than on ${source.name} ` +
        `(${digest.slice(0, 12)}). Nothing was changed; give one of them a version of its own.`,
    )
  }
}

async function ensureRelease(context: CommandContext, source: PromotionSource, name: string, version: string) {
  if (await isReleaseHere(context.store.copy, name, version)) return
  if (source.folderOf) return void (await publishBuild(name, source.folderOf(name, version), context))
  if (context.registry) return void (await ensureReleases(context, { [name]: version }))
  throw new Refusal(
    `${name}@${version} is not here, and ${source.name} gives no releases away. Set RELEASE_REGISTRY, or publish it first.`,
  )
}
