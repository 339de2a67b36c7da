import { readFile } from 'node:fs/promises'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { fingerprintOf, type TeamKeys } from '@platform/release/verify/team-keys'
import { addKey, retireKey, revokeKey, signAgain } from '@platform/site/changes/change-keys'
import { servedCompositions } from '@platform/site/model/pointer'
import { revokedReleases } from '@platform/site/model/revoked-releases'
import { audited, type CommandContext, defineCommand, withReason } from '../command/command'

const list = defineCommand({
  does: 'the keys that the site trusts, by package',
  async run(_args, _values, { store, print }) {
    print(formatKeys(await store.copy.readKeys()))
  },
})

export const keyCommands = {
  keys: list,
  'keys list': list,

  'keys add': defineCommand({
    args: ['<package>', '<file>'],
    does: '… and also this public key from now on (PEM, or its base64)',
    async run([name, file], _values, context) {
      // The audit log omits the argument: it could be a private key, typed by mistake.
      const add = async () => addKey(context.store, name, await readKey(file))
      const entry = { action: 'keys add', target: name, packages: [name] }
      const key = await audited(context, entry, add, (it) => ({ key: it }))
      context.print(`The key ${key} of ${name} is trusted`)
    },
  }),

  'keys retire': defineCommand({
    args: ['<package>', '<key-id>'],
    does: 'its releases that are here stay good, new ones are refused',
    async run([name, key], _values, context) {
      const entry = { action: 'keys retire', target: `${name} ${key}`, packages: [name] }
      const count = await audited(context, entry, () => retireKey(context.store, name, key))
      context.print(
        `The key ${key} of ${name} is retired: its ${count} releases that are here stay good, new ones are refused`,
      )
    },
  }),

  'keys revoke': defineCommand({
    args: ['<package>', '<key-id>'],
    does: 'nothing it signed is activated or gone back to any more',
    async run([name, key], _values, context) {
      const entry = { action: 'keys revoke', target: `${name} ${key}`, packages: [name] }
      await audited(context, entry, () => revokeKey(context.store, name, key))
      context.print(`The key ${key} of ${name} is revoked: nothing it signed is activated or gone back to any more`)
      await warnOfServed(context)
    },
  }),

  sign: defineCommand({
    options: { unsigned: true, restored: true, ...withReason },
    does: "sign what is kept with this machine's key; --unsigned: also what has no signature, which you vouch for; --restored: the database was put back from a backup, and you mean it",
    async run(_args, values, context) {
      const { unsigned: isVouching = false, restored: isRestored = false } = values
      const flags = [...(isVouching ? ['--unsigned'] : []), ...(isRestored ? ['--restored'] : [])]
      const target = flags.join(' ') || undefined
      const entry = { action: 'sign', target, reason: values.reason }
      const work = () => signAgain(context.store, { isVouching, isRestored })
      const { signed, key, formerKeys } = await audited(context, entry, work, (it) => it)
      context.print(`Signed with the key ${key}: ${signed.join(', ') || 'nothing'}`)
      context.print(
        `Trusted so far: ${formerKeys.join(', ')}. All but ${key} may be taken out of OPERATOR_KEYS, everywhere.`,
      )
    },
  }),
}

/** Only warns: removing live pages is a separate decision. */
async function warnOfServed({ store, warn }: CommandContext): Promise<void> {
  const keys = (await store.readDocument('keys')) ?? {}
  for (const number of servedCompositions((await store.live()).pointer)) {
    for (const revoked of revokedReleases(await store.readComposition(number), keys)) {
      warn(`Visitors still get composition ${number}: ${revoked}. Activate another release, or say "site rollback".`)
    }
  }
}

function formatKeys(all: TeamKeys): string {
  const lines = Object.entries(all).flatMap(([name, keys]) =>
    keys.map(({ key, state }) => `${name.padEnd(16)} ${fingerprintOf(key)}  ${state.padEnd(8)}  ${key}`),
  )
  return lines.join('\n') || 'No key is trusted; unsigned releases are taken from folders, none from a registry'
}

async function readKey(fileOrText: string): Promise<string> {
  return readFile(fileOrText, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENAMETOOLONG')) return fileOrText
    throw error
  })
}
