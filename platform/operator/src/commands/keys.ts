import { readFile } from 'node:fs/promises'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { fingerprintOf } from '@platform/release/verify/team-keys'
import { addKey, removeKey } from '@platform/site/changes/change-keys'
import { defineCommand, recorded } from '../command/command'

const usage = [
  'site keys list                           whose signature the site believes, by package',
  'site keys add <package> <file>           … and also this public key from now on (PEM, or its base64)',
  'site keys remove <package> <fingerprint> … and this one no longer',
]

export const keys = defineCommand({
  usage,
  options: {},
  async run({ positionals: [act = 'list', name, key, ...others] }, context) {
    const { folders, print } = context
    if (others.length > 0) throw new Refusal(usage.join('\n'))
    if (act === 'list' && !name) return print(formatKeys(await folders.readKeys()))
    if (!name || !key || (act !== 'add' && act !== 'remove')) throw new Refusal(usage.join('\n'))
    if (act === 'remove') {
      const recording = { act: 'keys remove', asked: `${name} ${key}`, packages: [name] }
      await recorded(context, recording, () => removeKey(folders, name, key))
      return print(`The key ${key} of ${name} is no longer believed`)
    }
    // What was typed is not recorded: by mistake it could be the private key.
    const recording = { act: 'keys add', asked: name, packages: [name] }
    const add = async () => addKey(folders, name, await readKey(key))
    print(`The key ${await recorded(context, recording, add, (it) => ({ key: it }))} of ${name} is believed`)
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
