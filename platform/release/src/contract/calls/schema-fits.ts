export type Misfit = { path: string; reason: string }

/** `refusal` is the API's sentence for the visitor. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$id', '$comment', 'refusal'])
const KNOWN = new Set([
  ...['type', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
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
  if (schema.type === 'boolean' && !('const' in schema)) return [{ const: true }, { const: false }]
  return undefined
}

function constMisfits(value: unknown, accepted: Schema, path: string): Misfit[] {
  if (typeof value === 'string') {
    const { pattern } = accepted
    const isMatch = typeof pattern === 'string' && new RegExp(pattern, 'u').test(value)
    const length = [...value].length
    const sent = { type: 'string', minLength: length, maxLength: length, ...(isMatch && { pattern }) }
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
  const own = boundProblems(sent, accepted).map((reason) => ({ path, reason }))
  return sent.type === 'array' ? [...own, ...itemMisfits(sent, accepted, path)] : own
}

/** A length is at least 0, whether the schema says so or not. */
function boundProblems(sent: Schema, accepted: Schema): string[] {
  const isOther = accepted.pattern !== undefined && sent.pattern !== accepted.pattern
  return [
    ...['minItems', 'minLength'].filter((word) => numberOf(sent[word], 0) < numberOf(accepted[word], 0)),
    ...(isAbove(sent, accepted) ? [] : ['minimum']),
    ...['maxItems', 'maxLength', 'maximum'].filter(
      (word) => numberOf(sent[word], Infinity) > numberOf(accepted[word], Infinity),
    ),
  ]
    .map((word) => `has no ${word} of ${accepted[word] ?? accepted.exclusiveMinimum}`)
    .concat(isOther ? [`does not promise the pattern ${accepted.pattern}`] : [])
}

function isAbove(sent: Schema, accepted: Schema): boolean {
  const least = numberOf(sent.minimum, -Infinity)
  const above = numberOf(sent.exclusiveMinimum, -Infinity)
  const limit = numberOf(accepted.exclusiveMinimum, -Infinity)
  const isAboveLimit = limit === -Infinity || above >= limit || least > limit
  return isAboveLimit && Math.max(least, above) >= numberOf(accepted.minimum, -Infinity)
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

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
    ...(sentRest === 'nothing' ? [] : restMisfits(sentRest)),
  ]

  /** Unnamed fields may have any name, even one that the other side knows. */
  function restMisfits(sentAs: Schema): Misfit[] {
    const unnamed = Object.keys(allowed).filter((name) => !Object.hasOwn(fields, name))
    return [
      ...unnamed.flatMap((name) => schemaMisfits(sentAs, asSchema(allowed[name]), below(name))),
      ...(rest === 'nothing' ? [{ path, reason: 'may have unknown fields' }] : schemaMisfits(sentAs, rest, below('*'))),
    ]
  }
}

function closest(attempts: readonly Misfit[][], path: string): Misfit {
  const deepest = attempts.flat().sort((a, b) => b.path.length - a.path.length)[0]
  return deepest && deepest.path !== path ? deepest : { path, reason: 'may be none of what is allowed' }
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? { ...value } : {})
const asRest = (value: unknown): Schema | 'nothing' => (value === false ? 'nothing' : asSchema(value))
const asNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export type Schema = { [keyword: string]: unknown }
