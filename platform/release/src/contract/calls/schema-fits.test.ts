import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Schema, schemaMisfits } from './schema-fits'

const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema))
const misfits = (sent: TSchema, accepted: TSchema) => schemaMisfits(plain(sent), plain(accepted))
const strict = { additionalProperties: false }
const text = Type.String()
const optional = Type.Optional(text)
const [a, b, id] = [Type.Literal('a'), Type.Literal('b'), Type.Integer()]
const order = (more: Record<string, TSchema> = {}) => Type.Object({ id, note: text, ...more }, strict)
const only = (field: TSchema) => Type.Object({ id: field }, strict)
const base64 = Type.String({ contentEncoding: 'base64' })
const at = (x: TSchema) => order({ at: Type.Object({ x }) })

describe('schemaMisfits', () => {
  it.each<[string, TSchema, TSchema]>([
    ['a new optional field that is not sent yet', order(), order({ gift: optional })],
    ['a longer text accepted', Type.String({ maxLength: 10 }), Type.String({ maxLength: 20 })],
    ['a whole number where any number is accepted', Type.Integer({ minimum: 1 }), Type.Number({ exclusiveMinimum: 0 })],
    ['one of the choices', a, Type.Union([a, b])],
    ['fewer choices', Type.Union([a, b]), Type.Union([a, b, Type.Null()])],
    ['a literal within a text', Type.Literal('abc'), Type.String({ pattern: '^[a-z]+$', maxLength: 3 })],
    ['true where any boolean is accepted', Type.Literal(true), Type.Boolean()],
    ['shorter lists of narrower items', Type.Array(id, { maxItems: 3 }), Type.Array(Type.Number(), { maxItems: 5 })],
    ['a field that became optional', order(), Type.Object({ id, note: optional }, strict)],
    ['anything accepted', order(), Type.Unknown()],
    ['another sentence for the visitor', Type.String({ refusal: 'No.' }), Type.String({ refusal: 'Sorry.' })],
    ['null among the choices', Type.Null(), Type.Union([Type.Null(), text])],
  ])('fits: %s', (_what, sent, accepted) => expect(misfits(sent, accepted)).toEqual([]))

  it.each<[string, TSchema, TSchema, string, RegExp]>([
    ['a field the other does not know', order({ gift: text }), order(), 'gift', /unknown field/],
    ['a new required field', order(), order({ gift: text }), 'gift', /is required/],
    ['a field that may be missing', only(optional), only(text), 'id', /required/],
    ['another type', order(), Type.Object({ id: text, note: text }, strict), 'id', /integer, but must be string/],
    ['a shorter text', text, Type.String({ maxLength: 5 }), '', /no maxLength of 5/],
    ['another pattern', Type.String({ pattern: '^a' }), Type.String({ pattern: '^b' }), '', /pattern \^b/],
    ['a higher minimum', Type.Number({ minimum: 0 }), Type.Number({ exclusiveMinimum: 0 }), '', /minimum/],
    ['one choice less', Type.Union([a, b]), a, '', /other than "a"/],
    ['longer lists', Type.Array(text), Type.Array(text, { maxItems: 3 }), '', /maxItems of 3/],
    ['deep inside', at(text), at(Type.Number()), 'at.x', /must be number/],
    ['an unknown keyword', base64, Type.String({ maxLength: 3 }), '', /cannot be compared/],
  ])('does not fit: %s', (_what, sent, accepted, path, reason) => {
    expect(misfits(sent, accepted)[0]).toEqual({ path, reason: expect.stringMatching(reason) })
  })

  it('never says that schemas fit when one value is sent and refused', () => {
    const texts = [{}, { minLength: 1 }, { maxLength: 1 }, { pattern: '^a' }, { pattern: '^a', maxLength: 2 }]
    const bounds = [{ minimum: 1 }, { exclusiveMinimum: 1 }, { maximum: 2 }]
    const numbers = [Type.Integer, Type.Number].flatMap((type) => [type(), ...bounds.map((it) => type(it))])
    const literals = ['a', 'ab', 1, 2.5, true].map((it) => Type.Literal(it))
    const scalars = [...literals, ...texts.map((it) => Type.String(it)), ...numbers, Type.Boolean(), Type.Null()]
    const open = [Type.Object({ y: text }), Type.Object({}, { additionalProperties: text })]
    const around = (it: TSchema): TSchema[] => [
      ...[{}, { minItems: 1 }, { maxItems: 1 }].map((limits) => Type.Array(it, limits)),
      ...[{}, strict].flatMap((rest) => [Type.Object({ x: it }, rest), Type.Object({ x: it, y: text }, rest)]),
      ...[{}, strict, { additionalProperties: text }].map((rest) =>
        Type.Object({ x: Type.Optional(it), y: text }, rest),
      ),
      Type.Union([it, Type.Object({ x: it })]),
    ]
    const valuesAround = (it: unknown) => [it, [it], [it, it], { x: it }, { x: it, y: 'a' }, { x: it, y: 1 }]
    const values = ['', 'a', 'ab', 'abc', 'b', -1, 0, 0.5, 1, 2, 2.5, 3, true, false, null, [], {}, { y: 'a', z: 1 }]
    const all = values.flatMap(valuesAround)
    const schemas = [...scalars, ...open, ...scalars.flatMap(around), ...around(order()).flatMap(around)].map((it) => {
      const checker = Compile(it)
      return { schema: plain(it), takes: new Set(all.filter((value) => checker.Check(value))) }
    })
    let fitting = 0
    const wrong: unknown[] = []
    for (const sent of schemas) {
      for (const accepted of schemas) {
        if (schemaMisfits(sent.schema, accepted.schema).length > 0) continue
        fitting += 1
        const refused = [...sent.takes].find((value) => !accepted.takes.has(value))
        if (refused !== undefined) wrong.push([sent.schema, accepted.schema, refused])
      }
    }
    expect(wrong).toEqual([])
    expect(fitting).toBeGreaterThan(2 * schemas.length)
  })
})
