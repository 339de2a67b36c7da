import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const select = SerializerSelector()
const made = new Map<string, ReturnType<ReturnType<SerializerFactory>>>()

/** Keeps Fastify's serialisers by schema: building them is most of the start of one more equal server. */
export const buildSerializer: SerializerFactory = (external, options) => {
  const make = select(external, options)
  return (route) => {
    const key = JSON.stringify([external, route.schema])
    const serializer = made.get(key) ?? make(route)
    made.set(key, serializer)
    return serializer
  }
}
