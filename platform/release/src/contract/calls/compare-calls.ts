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

/** The API writes only fields that its schema names. */
const misread = (answers: object, reads: object): Misfit[] => schemaMisfits(close(plain(answers)), plain(reads))

function close(schema: Schema): Schema {
  const closed = Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, closeBelow(word, value)]))
  return schema.type === 'object' && !('additionalProperties' in schema)
    ? { ...closed, additionalProperties: false }
    : closed
}

function closeBelow(word: string, value: unknown): unknown {
  if (word === 'anyOf' && Array.isArray(value)) return value.map((branch: Schema) => close(branch))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isMap = word === 'properties'
  return isMap
    ? Object.fromEntries(Object.entries(value).map(([name, it]) => [name, close(it)]))
    : word === 'items'
      ? close({ ...value })
      : value
}

const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema))
