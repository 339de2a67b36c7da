import path from 'node:path'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import { readOperatorConfig } from '../operator-config'
import { runCommand } from '../run-command'
import { runAs } from '../testing/run-as'
import { buildConsole } from './console-app'
import { makeToken } from './session/one-time-links'
import type { Person } from './session/roles'

const host = '127.0.0.1:3900'
let site: TestSite
let app: ReturnType<typeof buildConsole>
let id: string

beforeAll(async () => {
  site = await createTestSite()
  Object.assign(defaultLimits, site.limits)
  await site.goLive()
  await site.publish(catalogFixture({ version: '0.2.0' }))
  const { api, ...config } = readOperatorConfig({ DATA_DIR: path.join(site.copy.root, 'data') })
  const quiet = { print: () => {}, warn: () => {} }
  const context = { ...config, ...quiet, api, store: site.store, admin: adminOf(api), dataDir: api.dataDir }
  const parts = { context, run: runCommand, readFigures: async () => [], hosts: () => [host] }
  app = buildConsole({ ...parts, isSecure: false, styles: 'body{}' })
  const run = runAs(site)
  await run('ada', 'settings --approvals 2')
  id = /[0-9a-f]{8}$/.exec(await run('ada', 'activate catalog@0.2.0'))?.[0] ?? ''
})

afterAll(async () => {
  await app.close()
  await site.remove()
})

const get = (url: string, cookie: string) => app.inject({ url, headers: { host, cookie } })
const post = (url: string, fields: Record<string, string>, cookie = '') =>
  app.inject({
    method: 'POST',
    url,
    headers: { host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

async function enter(person: Person) {
  const { headers } = await post('/enter', { token: await makeToken(site.copy, person) })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const { body } = await get('/', cookie)
  return { cookie, body, formToken: /name="formToken" value="([\w-]+)"/.exec(body)?.[1] ?? '' }
}

describe('what waits for a second name', () => {
  it('is shown to everybody, and its form to no one who prepared it or only looks', async () => {
    const link = `/confirm/approve?id=${id}`
    for (const [person, isAsked] of [
      [{ name: 'bob', role: 'operator' }, true],
      [{ name: 'ada', role: 'operator' }, false],
      [{ name: 'eve', role: 'viewer' }, false],
      [{ name: 'joe', role: 'team', package: 'catalog' }, false],
    ] as const) {
      const { body } = await enter(person)
      expect(body).toContain('Waits for a second name: activate catalog@0.2.0')
      expect(body.includes(link)).toBe(isAsked)
    }
  })

  it('becomes live by the name of another session, and not by that of the one who prepared it', async () => {
    const ada = await enter({ name: 'ada', role: 'operator' })
    const fields = { id, reason: 'looked at it' }
    const own = await post('/act/approve', { ...fields, formToken: ada.formToken }, ada.cookie)
    expect([own.statusCode, own.body]).toEqual([409, expect.stringContaining('somebody else has to approve it')])
    const bob = await enter({ name: 'bob', role: 'operator' })
    expect((await get(`/confirm/approve?id=${id}`, bob.cookie)).body).toContain(`approve ${id}`)
    const other = await post('/act/approve', { ...fields, formToken: bob.formToken }, bob.cookie)
    expect([other.statusCode, other.body]).toEqual([200, expect.stringContaining('Composition 2 is live')])
  })
})
