import { apiCalls } from '@site/shared/contracts/calls'
import Fastify from 'fastify'
import type { Database } from './database/database'
import { createTestApi } from './testing/test-api'
import { createTestDatabase } from './testing/test-database'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

/** Calls of browsers that are pages' own: webhooks are the providers', health is the balancer's. */
const isPagesCall = (name: string) => /^POST \/api\/(account|auth|payments)\/[\w-]+$/.test(name)

describe('the contract of the API', () => {
  it('names every call that pages make, with the schemas the routes really have', async () => {
    // What is not in this table is compared with no release, and what is wrong in it lets a release through.
    const routes: Record<string, object> = {}
    const test = await createTestApi(database)
    const app = Fastify()
    app.addHook('onRoute', ({ method, url, schema }) => {
      const replies = Object(schema?.response)
      if (!isPagesCall(`${method} ${url}`)) return
      routes[`${method} ${url}`] = { accepts: schema?.body, answers: replies[200], refuses: replies['4xx'] }
    })
    await app.register(test.api.plugin, { prefix: '/api' })
    await app.ready()
    expect(routes).toEqual(apiCalls)
    await app.close()
    await test.close()
  })
})
