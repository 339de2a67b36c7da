import type { ApiCall } from '@site/shared/contracts/calls'
import { nameOf, type Release } from '../../manifest/release'
import { type Misfit, type Schema, schemaMisfits } from './schema-fits'

export type ApiCalls = Readonly<Record<string, ApiCall>>

export function compareCalls(release: Release, api: ApiCalls): string[] {
  return Object.entries(release.calls ?? {}).flatMap(([name, { sends, reads, readsRefusal }]) => {
    const call = api[name]
    const who = nameOf(release)
    if (!call) return [`${who} calls ${name}, which the API does not have. Deploy an API with it first.`]
    const sent = schemaMisfits(plain(sends), plain(call.accepts)).map(
      (it) => `${who} sends ${name} with ${field(it)}, which the API refuses. Deploy an API that accepts it first.`,
    )
    const read = [...misread(call.answers, reads), ...misread(call.refuses, readsRefusal)].map(
      (it) =>
        `${who} reads of ${name} ${field(it)} in what the API answers. Release ${release.package} for that API first.`,
    )
    return [...sent, ...read]
  })
}

function field({ path, reason }: Misfit): string {
  return path === '' ? `a body that ${reason}` : `the field "${path}" that ${reason}`
}

const misread = (answers: object, reads: object): Misfit[] => schemaMisfits(plain(answers, close), plain(reads))

/** The API writes only fields that its schema names. */
function close(_word: string, value: unknown): unknown {
  const { type, additionalProperties } = Object(value)
  return type === 'object' && additionalProperties === undefined
    ? { ...Object(value), additionalProperties: false }
    : value
}

function plain(schema: object, revive?: Parameters<typeof JSON.parse>[1]): Schema {
  return JSON.parse(JSON.stringify(schema), revive)
}
