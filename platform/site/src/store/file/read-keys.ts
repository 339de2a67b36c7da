import { readFile } from 'node:fs/promises'
import { hasErrorCode } from '@platform/base/errors/refusal'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const checker = Compile(Type.Record(Type.String(), Type.Array(Type.String())))

/** The teams' keys in a file of the site; none when there is no such file. */
export async function readKeys(file: string): Promise<TeamKeys> {
  const json = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return '{}'
    throw error
  })
  const value: unknown = JSON.parse(json)
  if (!checker.Check(value)) throw new Error(`${file} does not list public keys by package`)
  return value
}
