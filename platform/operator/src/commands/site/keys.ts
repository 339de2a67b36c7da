import { readFile } from 'node:fs/promises'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { fingerprintOf, type TeamKeys } from '@platform/release/verify/team-keys'
import { addKey, retireKey, revokeKey } from '@platform/site/changes/change-keys'
import { servedCompositions } from '@platform/site/model/pointer'
import { revokedReleases } from '@platform/site/model/revoked-releases'
import { audited, type CommandContext, defineCommand } from '../../command/command'

const usage = [
  'site keys list                           whose signature the site believes, by package',
  'site keys add <package> <file>           … and also this public key from now on (PEM, or its base64)',
  'site keys retire <package> <key-id>      its releases that are here stay good, new ones are refused',
  'site keys revoke <package> <key-id>      nothing it signed is activated or gone back to any more',
]

export const keys = defineCommand({
  usage,
  options: {},
  async run({ positionals: [step = 'list', name, key, ...others] }, context) {
    const { store, print } = context
    if (others.length > 0) throw new Refusal(usage.join('\n'))
    if (step === 'list' && !name) return print(formatKeys(await store.copy.readKeys()))
    if (!name || !key) throw new Refusal(usage.join('\n'))
    const entryOf = (target: string) => ({ action: `keys ${step}`, target, packages: [name] })
    if (step === 'retire') {
      const count = await audited(context, entryOf(`${name} ${key}`), () => retireKey(store, name, key))
      return print(
        `The key ${key} of ${name} is retired: its ${count} releases that are here stay good, new ones are refused`,
      )
    }
    if (step === 'revoke') {
      await audited(context, entryOf(`${name} ${key}`), () => revokeKey(store, name, key))
      print(`The key ${key} of ${name} is revoked: nothing it signed is activated or gone back to any more`)
      return warnOfServed(context)
    }
    if (step !== 'add') throw new Refusal(usage.join('\n'))
    // What was typed is not audited: by mistake it could be the private key.
    const add = async () => addKey(store, name, await readKey(key))
    print(`The key ${await audited(context, entryOf(name), add, (it) => ({ key: it }))} of ${name} is believed`)
  },
})

/** What is live goes on until somebody replaces it: taking pages from visitors is a decision of its own. */
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
  return lines.join('\n') || 'No key is believed; unsigned releases are taken from folders, none from a registry'
}

/** A file's content, or the text itself when there is no such file. */
async function readKey(fileOrText: string): Promise<string> {
  return readFile(fileOrText, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENAMETOOLONG')) return fileOrText
    throw error
  })
}
