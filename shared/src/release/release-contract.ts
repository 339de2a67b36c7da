/** Names that a release provides and requires; part of `release.json`. */
import { type Static, Type } from 'typebox'

const strict = { additionalProperties: false }
const strings = Type.Array(Type.String())
/** Name → first use: `catalog/src/courses/course-card.tsx:4`. */
const places = Type.Record(Type.String(), Type.String())

const typesSchema = Type.Object(
  {
    /** Shared module → its declaration file. */
    entries: Type.Record(Type.String(), Type.String()),
    files: Type.Record(Type.String({ pattern: '^(?:[\\w-]+/)*[\\w-]+\\.d\\.ts$' }), Type.String(), strict),
    digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  strict,
)
export type SharedTypes = Static<typeof typesSchema>

export const providesSchema = Type.Object(
  {
    /** Shared module → the names it exports. */
    names: Type.Record(Type.String(), strings),
    types: typesSchema,
    styles: Type.Object({ properties: strings, layers: strings }, strict),
  },
  strict,
)
export type Provides = Static<typeof providesSchema>

/** Names a remote cannot do without. */
export const requiresSchema = Type.Object(
  {
    names: Type.Record(Type.String(), places),
    types: typesSchema,
    styles: Type.Object({ properties: places, layers: places }, strict),
  },
  strict,
)
export type Requires = Static<typeof requiresSchema>

const jsonSchema = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()))

/** By method and address: `POST /api/payments/create-payment-intent`. */
export const callsSchema = Type.Record(
  Type.String({ pattern: '^(?:GET|POST) /api/[\\w:/-]+$' }),
  Type.Object({ sends: jsonSchema, reads: jsonSchema, readsRefusal: jsonSchema }, strict),
  strict,
)
export type Calls = Static<typeof callsSchema>
