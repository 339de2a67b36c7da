import type { Schema } from '../schema'

export type Random = () => number

/** The same numbers for the same seed (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
const maybe = (random: Random, part: Schema): Schema => (random() < 0.5 ? part : {})
const small = (random: Random) => Math.floor(random() * 4)
const patterns = ['^a', '^[ab]*$', 'b'] as const

/** A schema of few shapes, or one that differs little from `like`. */
export function randomSchema(random: Random, like?: Schema, depth = 0): Schema {
  if (like && random() < 0.6) return vary(random, like, depth)
  const simple = [scalar, scalar, literal] as const
  const make = depth > 2 ? pick(random, simple) : pick(random, [...simple, list, record, record, choice])
  return make(random, depth)
}

function vary(random: Random, like: Schema, depth: number): Schema {
  if (like.type === 'object') return varyRecord(random, like, depth)
  if (random() < 0.3) return { anyOf: [like, randomSchema(random, undefined, depth + 1)] }
  const words = Object.keys(like).filter((word) => word !== 'type')
  const dropped = words.length > 0 && like.type ? words[Math.floor(random() * words.length)] : undefined
  return Object.fromEntries(Object.entries(like).filter(([word]) => word !== dropped))
}

function varyRecord(random: Random, like: Schema, depth: number): Schema {
  const { properties, required, ...rest } = like
  const fields = Object.entries(Object(properties)).map(([name, field]) => [
    name,
    randomSchema(random, Object(field), depth + 1),
  ])
  const names = Array.isArray(required) ? required.filter(() => random() < 0.8) : []
  const more = random() < 0.3 ? { extra: randomSchema(random, undefined, depth + 1) } : {}
  return { ...rest, properties: { ...Object.fromEntries(fields), ...more }, required: names }
}

function scalar(random: Random): Schema {
  const [low, high] = [small(random), small(random) + 2]
  return pick<() => Schema>(random, [
    () => ({
      type: 'string',
      ...maybe(random, { minLength: low }),
      ...maybe(random, { maxLength: high }),
      ...maybe(random, { pattern: pick(random, patterns) }),
    }),
    () => ({ type: 'integer', ...maybe(random, { minimum: low }), ...maybe(random, { maximum: high }) }),
    () => ({
      type: 'number',
      ...maybe(random, { exclusiveMinimum: low }),
      ...maybe(random, { exclusiveMaximum: high }),
    }),
    () => ({ type: 'boolean' }),
    () => ({ type: 'null' }),
  ])()
}

function literal(random: Random): Schema {
  return { const: pick<unknown>(random, ['a', 'b', '', 0, 1, 2.5, true, false]) }
}

function choice(random: Random, depth: number): Schema {
  return { anyOf: [randomSchema(random, undefined, depth + 1), randomSchema(random, undefined, depth + 1)] }
}

function list(random: Random, depth: number): Schema {
  const items = randomSchema(random, undefined, depth + 1)
  return {
    type: 'array',
    items,
    ...maybe(random, { minItems: small(random) }),
    ...maybe(random, { maxItems: small(random) + 1 }),
  }
}

function record(random: Random, depth: number): Schema {
  const names = ['x', 'y', 'z'].filter(() => random() < 0.6)
  const properties = Object.fromEntries(names.map((name) => [name, randomSchema(random, undefined, depth + 1)]))
  const required = names.filter(() => random() < 0.6)
  return { type: 'object', properties, required, ...maybe(random, { additionalProperties: false }) }
}

/** Values that a schema may allow, and some at its edges that it may not. */
export function valuesNear(random: Random, schema: Schema): unknown[] {
  return Array.from({ length: 12 }, () => sampleOf(random, schema))
}

function sampleOf(random: Random, schema: Schema): unknown {
  if (Array.isArray(schema.anyOf)) return sampleOf(random, pick(random, [schema.anyOf[0], ...schema.anyOf]))
  if ('const' in schema) return schema.const
  if (schema.type === 'string') return pick(random, ['', 'a', 'ab', 'abab', 'b', 'bb', 'aaaaaa', 'c'])
  if (schema.type === 'integer') return Math.floor(random() * 8) - 1
  if (schema.type === 'number') return Math.floor(random() * 16) / 2 - 1
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'null') return null
  if (schema.type === 'array')
    return Array.from({ length: small(random) }, () => sampleOf(random, Object(schema.items)))
  return recordOf(random, schema)
}

function recordOf(random: Random, { properties, required, additionalProperties }: Schema): unknown {
  const names = Array.isArray(required) ? required : []
  const fields = Object.entries(Object(properties))
    .filter(([name]) => names.includes(name) || random() < 0.5)
    .map(([name, field]) => [name, sampleOf(random, Object(field))])
  const more = additionalProperties !== false && random() < 0.3 ? { x: 'more', extra: 1, y: null } : {}
  return { ...more, ...Object.fromEntries(fields) }
}
