import Fastify from 'fastify'

/** For parts that want a log where a test does not. */
export const silentLog = Fastify({ logger: false }).log
