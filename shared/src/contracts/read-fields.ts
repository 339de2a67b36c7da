type Schema = { type?: string; properties?: Record<string, Schema>; required?: readonly string[] }

/**
 * The part of a reply's schema that a caller reads, by paths such as `data.clientSecret`. Throws for an unknown
 * field.
 */
export function readFields(reply: object, paths: readonly string[]): object {
  const { properties = {}, required = [] }: Schema = reply
  const names = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))]
  const read = names.map((name) => {
    const field = properties[name]
    if (!field) throw new Error(`The reply has no field "${name}"`)
    const below = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
    return [name, below.length > 0 ? readFields(field, below) : field] as const
  })
  return {
    type: 'object',
    required: names.filter((name) => required.includes(name)),
    properties: Object.fromEntries(read),
  }
}
