export type Misfit = { path: string; reason: string }

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$id', '$comment'])
const KNOWN = new Set([
  ...[
    'type',
    'const',
    'enum',
    'anyOf',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'minItems',
    'maxItems',
  ],
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])

/** Explains why `accepted` rejects some value of `sent`. Undecidable schemas count as misfits. */
export function schemaMisfits(sent: Schema, accepted: Schema, path = ''): Misfit[] {
  if (JSON.stringify(sent) === JSON.stringify(accepted) || isAnything(accepted)) return []
  const unknown = [sent, accepted].flatMap(Object.keys).find((word) => !KNOWN.has(word) && !ANNOTATIONS.has(word))
  if (unknown) return [{ path, reason: `uses "${unknown}", which cannot be compared` }]
  const mixed = [sent, accepted].some(
    (schema) => schema.anyOf && Object.keys(schema).some((word) => KNOWN.has(word) && word !== 'anyOf'),
  )
  if (mixed) return [{ path, reason: 'mixes "anyOf" with other keywords, which cannot be compared' }]
  const branches = alternatives(sent)
  if (branches) return branches.flatMap((branch) => schemaMisfits(branch, accepted, path))
  const choices = alternatives(accepted)
  if (choices) {
    const attempts = choices.map((choice) => schemaMisfits(sent, choice, path))
    return attempts.some((misfits) => misfits.length === 0) ? [] : [closest(attempts, path)]
  }
  if ('const' in accepted) {
    const isSame = 'const' in sent && JSON.stringify(sent.const) === JSON.stringify(accepted.const)
    return isSame ? [] : [{ path, reason: `may be other than ${JSON.stringify(accepted.const)}` }]
  }
  if ('const' in sent) return constMisfits(sent.const, accepted, path)
  return typeMisfits(sent, accepted, path)
}

const isAnything = (schema: Schema): boolean => Object.keys(schema).every((word) => ANNOTATIONS.has(word))

function alternatives(schema: Schema): Schema[] | undefined {
  if (Array.isArray(schema.anyOf)) return schema.anyOf
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ const: value }))
  if (schema.type === 'boolean' && !('const' in schema)) return [{ const: true }, { const: false }]
  return undefined
}

function constMisfits(value: unknown, accepted: Schema, path: string): Misfit[] {
  if (typeof value === 'string') {
    const pattern = typeof accepted.pattern === 'string' ? accepted.pattern : undefined
    const isMatch = pattern === undefined || new RegExp(pattern, 'u').test(value)
    const length = [...value].length
    const sent = {
      type: 'string',
      minLength: length,
      maxLength: length,
      ...(pattern !== undefined && isMatch && { pattern }),
    }
    return typeMisfits(sent, accepted, path)
  }
  if (typeof value === 'number') {
    const type = Number.isInteger(value) ? 'integer' : 'number'
    return typeMisfits({ type, minimum: value, maximum: value }, accepted, path)
  }
  if (value === null) return typeMisfits({ type: 'null' }, accepted, path)
  return [{ path, reason: `is ${JSON.stringify(value)}, which cannot be compared` }]
}

function typeMisfits(sent: Schema, accepted: Schema, path: string): Misfit[] {
  const isSameType = sent.type === accepted.type || (sent.type === 'integer' && accepted.type === 'number')
  if (typeof accepted.type !== 'string' || typeof sent.type !== 'string') {
    return [{ path, reason: 'has no type that can be compared' }]
  }
  if (!isSameType) return [{ path, reason: `is ${sent.type}, but must be ${accepted.type}` }]
  if (sent.type === 'object') return objectMisfits(sent, accepted, path)
  if (sent.type === 'array') {
    const length = boundProblems(sent, accepted, { minimum: 'minItems', maximum: 'maxItems' }, 0)
    return [...length.map((reason) => ({ path, reason })), ...itemMisfits(sent, accepted, path)]
  }
  return scalarProblems(sent, accepted).map((reason) => ({ path, reason }))
}

function scalarProblems(sent: Schema, accepted: Schema): string[] {
  if (sent.type === 'string') {
    const isOther = accepted.pattern !== undefined && sent.pattern !== accepted.pattern
    const length = boundProblems(sent, accepted, { minimum: 'minLength', maximum: 'maxLength' }, 0)
    return [...length, ...(isOther ? [`does not promise the pattern ${accepted.pattern}`] : [])]
  }
  if (sent.type === 'number' || sent.type === 'integer') {
    const isOther = accepted.multipleOf !== undefined && sent.multipleOf !== accepted.multipleOf
    const bounds = boundProblems(sent, accepted, { minimum: 'minimum', maximum: 'maximum' })
    return [...bounds, ...(isOther ? [`does not promise to be a multiple of ${accepted.multipleOf}`] : [])]
  }
  return []
}

function itemMisfits(sent: Schema, accepted: Schema, path: string): Misfit[] {
  if (accepted.items === undefined || sent.maxItems === 0) return []
  return schemaMisfits(asSchema(sent.items), asSchema(accepted.items), `${path}[]`)
}

function objectMisfits(sent: Schema, accepted: Schema, path: string): Misfit[] {
  const fields = asSchema(sent.properties)
  const allowed = asSchema(accepted.properties)
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  const rest = asRest(accepted.additionalProperties)
  const sentRest = asRest(sent.additionalProperties)
  const promised = asNames(sent.required)
  return [
    ...asNames(accepted.required)
      .filter((name) => !promised.includes(name))
      .map((name) => ({ path: below(name), reason: 'is required, but may be missing' })),
    ...Object.keys(fields).flatMap((name) => {
      const target = Object.hasOwn(allowed, name) ? asSchema(allowed[name]) : rest
      if (target === 'nothing') return [{ path: below(name), reason: 'is an unknown field' }]
      return schemaMisfits(asSchema(fields[name]), target, below(name))
    }),
    ...(sentRest === 'nothing' ? [] : restMisfits(sentRest, { fields, allowed, rest, path, below })),
  ]
}

type Rest = { fields: Schema; allowed: Schema; rest: Schema | 'nothing'; path: string; below: (name: string) => string }

/** Unnamed fields may have any name, even one that the other side knows. */
function restMisfits(sentRest: Schema, { fields, allowed, rest, path, below }: Rest): Misfit[] {
  const unnamed = Object.keys(allowed).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...unnamed.flatMap((name) => schemaMisfits(sentRest, asSchema(allowed[name]), below(name))),
    ...(rest === 'nothing' ? [{ path, reason: 'may have unknown fields' }] : schemaMisfits(sentRest, rest, below('*'))),
  ]
}

function closest(attempts: readonly Misfit[][], path: string): Misfit {
  const deepest = attempts.flat().sort((a, b) => b.path.length - a.path.length)[0]
  return deepest && deepest.path !== path ? deepest : { path, reason: 'may be none of what is allowed' }
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? { ...value } : {})
const asRest = (value: unknown): Schema | 'nothing' => (value === false ? 'nothing' : asSchema(value))
const asNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

type Names = { minimum: string; maximum: string }

/** Finds bounds of `accepted` that `sent` exceeds; `floor` is an implicit lower bound. */
function boundProblems(sent: Schema, accepted: Schema, { minimum, maximum }: Names, floor = -Infinity): string[] {
  const lowest = strictest(numberOf(sent[minimum]) ?? floor, numberOf(sent.exclusiveMinimum), 1)
  const highest = strictest(numberOf(sent[maximum]) ?? Infinity, numberOf(sent.exclusiveMaximum), -1)
  const allowedLow = strictest(numberOf(accepted[minimum]) ?? floor, numberOf(accepted.exclusiveMinimum), 1)
  const allowedHigh = strictest(numberOf(accepted[maximum]) ?? Infinity, numberOf(accepted.exclusiveMaximum), -1)
  return [
    ...(isWithin(lowest, allowedLow, 1) ? [] : [`has no ${minimum} of ${allowedLow.value}`]),
    ...(isWithin(highest, allowedHigh, -1) ? [] : [`has no ${maximum} of ${allowedHigh.value}`]),
  ]
}

type Bound = { value: number; isExclusive: boolean }

/** `sign` is 1 for lower bounds. */
function strictest(inclusive: number, exclusive: number | undefined, sign: 1 | -1): Bound {
  if (exclusive !== undefined && sign * exclusive >= sign * inclusive) return { value: exclusive, isExclusive: true }
  return { value: inclusive, isExclusive: false }
}

function isWithin(sent: Bound, accepted: Bound, sign: 1 | -1): boolean {
  if (sent.value === accepted.value) return sent.isExclusive || !accepted.isExclusive
  return sign * sent.value > sign * accepted.value
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export type Schema = { [keyword: string]: unknown }
