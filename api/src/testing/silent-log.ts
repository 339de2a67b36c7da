import Fastify from 'fastify'

export const silentLog = Fastify({ logger: false }).log
