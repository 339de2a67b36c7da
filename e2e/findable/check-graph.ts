import { schemaTypes, typeOf } from './schema-types'

/** Everything that is wrong with a graph and the nodes inside it, each with the way to it. */
export function errorsIn(value: unknown, where = 'graph'): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => errorsIn(item, `${where}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const type = schemaTypes[typeOf(value)]
  if (!type) return [`${where} is of type "${typeOf(value)}", which has no rules`]
  const allowed = { ...type.required, ...type.optional }
  const missing = Object.keys(type.required).filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${where} has no ${name}`),
    ...Object.entries(value).flatMap(([name, content]) => {
      if (name === '@type') return []
      const check = name === '@id' ? allowed.url : allowed[name]
      const error = check ? check(content) : 'is not a property of its type'
      return [...(error ? [`${where}.${name} ${error}`] : []), ...errorsIn(content, `${where}.${name}`)]
    }),
  ]
}

/** Every text of a graph that is an address. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addressesIn)
}
