import { Refusal } from '@platform/base/errors/refusal'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { resolveVersion } from '@platform/release/folder-registry/releases'
import { needsSecondName, prepareChange } from '@platform/site/changes/second-name'
import { checkActivation } from '@platform/site/queries/check-activation'
import { audited, type CommandContext, limitsOf, type ReasonValues, reasonOf } from './command'

type Values = ReasonValues & { allow?: string[] } & Record<string, string | boolean | string[] | undefined>

export type Wish = {
  /** The command without versions and options: `canary start`. */
  action: readonly string[]
  /** Package → version or `latest`. */
  versions: Readonly<Record<string, string>>
  /** What else is named. */
  others?: readonly string[]
  values: Values
  /** Whether the releases are to be rendered beside what is live; not for what is no activation. */
  isChecked?: boolean
}

/**
 * Whether a change has to wait for a second person; what somebody approves has both names.
 * @param versions what is to become live; exactly what is live already changes nothing
 */
export async function hasToWait(
  { store, approval }: CommandContext,
  versions?: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { pointer } = await store.live()
  if (approval || !pointer || !needsSecondName(pointer)) return false
  if (!versions) return true
  const live = versionsOf(await readComposition(store.copy, pointer.live))
  return Object.entries(versions).some(([name, version]) => live[name] !== version)
}

/**
 * Does everything but the change itself, which waits for a second name. Versions become exact: what is approved is what
 * was looked at.
 * @throws Refusal when it would be refused without a second name too
 */
export async function prepare(context: CommandContext, wish: Wish): Promise<void> {
  const { action, others = [], values } = wish
  const target = [...action, ...others, ...Object.entries(wish.versions).map(([name, version]) => `${name}@${version}`)]
  const entry = {
    action: 'prepare',
    target: target.join(' '),
    packages: Object.keys(wish.versions),
    reason: reasonOf(values),
  }
  const work = async () => {
    const versions = wish.isChecked ? await checked(context, wish) : await resolved(context, wish)
    const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
    const command = [...action, ...others, ...names, ...optionsOf(values)]
    return prepareChange(context.store, { command, versions, by: context.actor.name, reason: reasonOf(values) })
  }
  const { id, command } = await audited(context, entry, work, (prepared) => ({ waits: prepared.id }))
  context.print(`"${command.join(' ')}" waits for a second name. Somebody else says: site approve ${id}`)
}

async function checked(context: CommandContext, { versions, values }: Wish): Promise<Record<string, string>> {
  const { releases, problems } = await checkActivation(context.store.copy, versions, limitsOf(values, context))
  if (problems.length > 0) throw new Refusal(`It would be refused:\n  ${problems.join('\n  ')}`)
  return Object.fromEntries(Object.keys(versions).map((name) => [name, releases[name] ?? '']))
}

async function resolved({ store }: CommandContext, { versions }: Wish): Promise<Record<string, string>> {
  const entries = Object.entries(versions).map(
    async ([name, version]) => [name, await resolveVersion(store.copy, name, version)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** As they were typed. */
function optionsOf(values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [`--${name}`]
    return [value].flat().flatMap((it) => [`--${name}`, it])
  })
}
