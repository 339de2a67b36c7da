import { readFile } from 'node:fs/promises'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { fingerprintOf } from '@platform/release/verify/team-keys'
import { addKey, removeKey } from '@platform/site/changes/change-keys'
import { audited, defineCommand } from '../command/command'

const usage = [
  'site keys list                           whose signature the site believes, by package',
  'site keys add <package> <file>           … and also this public key from now on (PEM, or its base64)',
  'site keys remove <package> <fingerprint> … and this one no longer',
]

export const keys = defineCommand({
  usage,
  options: {},
  async run({ positionals: [step = 'list', name, key, ...others] }, context) {
    const { store, print } = context
    if (others.length > 0) throw new Refusal(usage.join('\n'))
    if (step === 'list' && !name) return print(formatKeys(await store.copy.readKeys()))
    if (!name || !key || (step !== 'add' && step !== 'remove')) throw new Refusal(usage.join('\n'))
    if (step === 'remove') {
      const entry = { action: 'keys remove', target: `${name} ${key}`, packages: [name] }
      await audited(context, entry, () => removeKey(store, name, key))
      return print(`The key ${key} of ${name} is no longer believed`)
    }
    // What was typed is not audited: by mistake it could be the private key.
    const entry = { action: 'keys add', target: name, packages: [name] }
    const add = async () => addKey(store, name, await readKey(key))
    print(`The key ${await audited(context, entry, add, (it) => ({ key: it }))} of ${name} is believed`)
  },
})

function formatKeys(all: Record<string, string[]>): string {
  const lines = Object.entries(all).flatMap(([name, encoded]) =>
    encoded.map((key) => `${name.padEnd(16)} ${fingerprintOf(key)}  ${key}`),
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
