import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Schema, schemaMisfits } from './schema-fits'
import { near, schema, valueNear } from './testing/random-schema'

const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema))
const misfits = (sent: TSchema, accepted: TSchema) => schemaMisfits(plain(sent), plain(accepted))
const strict = { additionalProperties: false }
const text = Type.String()
const order = (more: Record<string, TSchema> = {}) => Type.Object({ id: Type.Integer(), note: text, ...more }, strict)

describe('schemaMisfits', () => {
  it.each<[string, TSchema, TSchema]>([
    ['the same', order(), order()],
    ['a new optional field that is not sent yet', order(), order({ gift: Type.Optional(text) })],
    ['a longer text accepted', Type.String({ maxLength: 10 }), Type.String({ maxLength: 20 })],
    ['a whole number where any number is accepted', Type.Integer({ minimum: 1 }), Type.Number({ exclusiveMinimum: 0 })],
    ['one of the choices', Type.Literal('gbp'), Type.Union([Type.Literal('gbp'), Type.Literal('eur')])],
    [
      'fewer choices',
      Type.Union([Type.Literal(1), Type.Literal(2)]),
      Type.Union([Type.Literal(1), Type.Literal(2), text]),
    ],
    ['a literal within a text', Type.Literal('abc'), Type.String({ pattern: '^[a-z]+$', maxLength: 3 })],
    ['true where any boolean is accepted', Type.Literal(true), Type.Boolean()],
    [
      'shorter lists of narrower items',
      Type.Array(Type.Integer(), { maxItems: 3 }),
      Type.Array(Type.Number(), { maxItems: 5 }),
    ],
    ['a field that became optional', order(), Type.Object({ id: Type.Integer(), note: Type.Optional(text) }, strict)],
    ['anything accepted', order(), Type.Unknown()],
    ['null among the choices', Type.Null(), Type.Union([Type.Null(), text])],
  ])('fits: %s', (_what, sent, accepted) => expect(misfits(sent, accepted)).toEqual([]))

  it.each<[string, TSchema, TSchema, string, RegExp]>([
    ['a field the other does not know', order({ gift: text }), order(), 'gift', /unknown field/],
    [
      'an optional field the other does not know',
      order({ gift: Type.Optional(text) }),
      order(),
      'gift',
      /unknown field/,
    ],
    ['a new required field', order(), order({ gift: text }), 'gift', /is required/],
    [
      'a field that may be missing',
      Type.Object({ id: Type.Optional(text) }, strict),
      Type.Object({ id: text }, strict),
      'id',
      /required/,
    ],
    ['another type', order(), Type.Object({ id: text, note: text }, strict), 'id', /integer, but must be string/],
    ['a shorter text', text, Type.String({ maxLength: 5 }), '', /no maxLength of 5/],
    ['another pattern', Type.String({ pattern: '^a' }), Type.String({ pattern: '^b' }), '', /pattern \^b/],
    ['a higher minimum', Type.Number({ minimum: 0 }), Type.Number({ exclusiveMinimum: 0 }), '', /minimum/],
    ['one choice less', Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Literal('a'), '', /other than "a"/],
    ['a text where a literal is accepted', text, Type.Literal('a'), '', /other than "a"/],
    ['longer lists', Type.Array(text), Type.Array(text, { maxItems: 3 }), '', /maxItems of 3/],
    ['other items', Type.Array(text), Type.Array(Type.Integer()), '[]', /must be integer/],
    [
      'deep inside',
      order({ at: Type.Object({ x: text }) }),
      order({ at: Type.Object({ x: Type.Number() }) }),
      'at.x',
      /must be number/,
    ],
    ['fields without a name', Type.Object({}), order(), 'id', /.*/],
    [
      'a keyword nobody judges',
      Type.String({ contentEncoding: 'base64' }),
      Type.String({ maxLength: 3 }),
      '',
      /cannot be compared/,
    ],
    ['a new outcome', Type.Union([Type.Literal('a'), Type.Null()]), Type.Literal('a'), '', /other than "a"/],
    ['a number that is not whole', Type.Number(), Type.Integer(), '', /number, but must be integer/],
  ])('does not fit: %s', (_what, sent, accepted, path, reason) => {
    expect(misfits(sent, accepted)[0]).toEqual({ path, reason: expect.stringMatching(reason) })
  })

  it('never says that schemas fit when one value is sent and refused', () => {
    let judged = 0
    const pairs = schema.chain((sent) => fc.tuple(fc.constant(sent), near(sent), fc.array(valueNear(sent))))
    const property = fc.property(pairs, ([sent, accepted, values]) => {
      if (schemaMisfits(sent, accepted).length > 0) return
      const [isSent, isAccepted] = [Compile(sent), Compile(accepted)]
      for (const value of values.filter((it) => isSent.Check(it))) {
        judged += 1
        expect(isAccepted.Check(value)).toBe(true)
      }
    })
    fc.assert(property, { numRuns: 3_000, seed: 20_260_101 })
    // Guards against a vacuous property.
    expect(judged).toBeGreaterThan(2_000)
  })
})
