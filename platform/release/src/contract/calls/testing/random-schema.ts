import fc from 'fast-check'
import type { Schema } from '../schema-fits'

const small = fc.nat({ max: 3 })
const large = small.map((it) => it + 2)
const some = (words: Record<string, fc.Arbitrary<unknown>>, type: string): fc.Arbitrary<Schema> =>
  fc.record(words, { requiredKeys: [] }).map((it) => ({ type, ...it }))

const scalar = fc.oneof(
  some({ minLength: small, maxLength: large, pattern: fc.constantFrom('^a', '^[ab]*$', 'b') }, 'string'),
  some({ minimum: small, maximum: large }, 'integer'),
  some({ exclusiveMinimum: small, exclusiveMaximum: large }, 'number'),
  fc.constantFrom<Schema>({ type: 'boolean' }, { type: 'null' }),
)
const literal = fc.constantFrom('a', 'b', '', 0, 1, 2.5, true, false).map((it): Schema => ({ const: it }))

/** Few shapes, so that many pairs fit. */
export const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 2, arbitrary: scalar },
    literal,
    fc.tuple(tie('schema'), tie('schema')).map((anyOf): Schema => ({ anyOf })),
    some({ items: tie('schema'), minItems: small, maxItems: small.map((it) => it + 1) }, 'array'),
    fc
      .record({
        properties: fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('schema'), { noNullPrototype: true }),
        required: fc.subarray(['x', 'y', 'z']),
        isClosed: fc.boolean(),
      })
      .map(({ properties, required, isClosed }): Schema => {
        const named = required.filter((it) => it in properties)
        return { type: 'object', properties, required: named, ...(isClosed && { additionalProperties: false }) }
      }),
  ),
}))

export const near = (like: Schema): fc.Arbitrary<Schema> => {
  const words = Object.keys(like).filter((word) => word !== 'type' && like.type)
  const wider = fc.constantFrom('', ...words).map((left) => {
    return Object.fromEntries(Object.entries(like).filter(([word]) => word !== left))
  })
  return fc.oneof(
    wider,
    schema.map((other): Schema => ({ anyOf: [like, other] })),
    schema,
  )
}

export function valueNear(it: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(it.anyOf)) return fc.oneof(...it.anyOf.map(valueNear))
  if ('const' in it) return fc.constant(it.const)
  if (it.type === 'string') return fc.constantFrom('', 'a', 'ab', 'abab', 'b', 'bb', 'aaaaaa', 'c')
  if (it.type === 'integer') return fc.integer({ min: -1, max: 6 })
  if (it.type === 'number') return fc.integer({ min: -2, max: 13 }).map((half) => half / 2)
  if (it.type === 'boolean') return fc.boolean()
  if (it.type === 'array') return fc.array(valueNear(Object(it.items)), { maxLength: 4 })
  if (it.type !== 'object') return fc.constant(null)
  const entries = Object.entries(Object(it.properties)).map(([name, field]) => [name, valueNear(Object(field))])
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(entries)
  return fc
    .record(fields, { requiredKeys: Array.isArray(it.required) ? it.required : [] })
    .chain((value) => fc.constantFrom(value, { x: 'more', extra: 1, y: null, ...value }))
}
