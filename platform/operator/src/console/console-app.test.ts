import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import { catalogFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { readStatus } from '@platform/site/queries/read-status'
import { setUpSite } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import type { CommandContext } from '../command/command'
import { readOperatorConfig } from '../operator-config'
import { runCommand } from '../run-command'
import { buildConsole } from './console-app'
import { makeToken, type Person } from './session/sessions'

const HOST = '127.0.0.1:3900'
const ada: Person = { name: 'ada', role: 'operator' }
const bob: Person = { name: 'bob', role: 'team', package: 'catalog' }
const eve: Person = { name: 'eve', role: 'viewer' }

const site = setUpSite(async (live) => {
  await live.goLive()
  await live.publish(catalogFixture({ version: '0.2.0' }))
  await live.publish(hostFixture({ version: '0.2.0' }))
})
let app: ReturnType<typeof buildConsole>

beforeEach(() => {
  Object.assign(defaultLimits, site.limits)
  const config = readOperatorConfig({ DATA_DIR: path.join(site.copy.root, 'data'), CHROMIUM_PATH: 'none' })
  const context: CommandContext = {
    ...config,
    actor: { kind: 'user', name: 'root', host: 'build-1' },
    store: site.store,
    admin: adminOf(config.api),
    print: () => {},
    warn: () => {},
  }
  app = buildConsole({ context, run: runCommand, hosts: () => [HOST], isSecure: false, styles: 'body{}' })
})

afterEach(() => app.close())

type Options = { cookie?: string; headers?: Record<string, string> }

const get = (url: string, { cookie = '', headers = {} }: Options = {}) =>
  app.inject({ url, headers: { host: HOST, cookie, ...headers } })

const post = (url: string, fields: Record<string, string>, { cookie = '', headers = {} }: Options = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      host: HOST,
      origin: `http://${HOST}`,
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  })

async function enter(person: Person) {
  const answer = await post('/enter', { token: await makeToken(site.copy, person) })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const formToken = /name="formToken" value="([\w-]+)"/.exec((await get('/', { cookie })).body)?.[1] ?? ''
  return {
    ...{ cookie, formToken },
    see: (url: string) => get(url, { cookie }),
    send: (url: string, fields: Record<string, string> = {}, headers = {}) =>
      post(url, { formToken, ...fields }, { cookie, headers }),
  }
}

describe('who gets in', () => {
  it('nobody without a link', async () => {
    for (const url of ['/', '/releases', '/record', '/doctor', '/confirm/activate?release=catalog@0.2.0']) {
      expect((await get(url)).statusCode).toBe(401)
    }
    expect((await post('/act/activate', { release: 'catalog@0.2.0' })).statusCode).toBe(401)
  })

  it('whoever has a link, once: a stolen one is dead after use', async () => {
    const token = await makeToken(site.copy, ada)
    expect((await get(`/enter?token=${token}`)).statusCode).toBe(200)
    const answers = await Promise.all([post('/enter', { token }), post('/enter', { token }), post('/enter', { token })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403])
    expect((await post('/enter', { token })).body).toContain('This link was used, has expired or never was.')
  })

  it('nobody with a link of more than ten minutes ago, or with one that was made up', async () => {
    const token = await makeToken(site.copy, ada, Date.now() - 11 * 60_000)
    expect((await post('/enter', { token })).statusCode).toBe(403)
    expect((await post('/enter', { token: '../../keys' })).statusCode).toBe(403)
  })

  it('nobody under another name of this address, which is how a page elsewhere would reach it', async () => {
    expect((await get('/', { headers: { host: 'elsewhere.example' } })).statusCode).toBe(421)
  })

  it('nobody any more after signing out', async () => {
    const { see, send } = await enter(ada)
    expect((await send('/leave')).headers['set-cookie']).toContain('Max-Age=0')
    expect((await see('/')).statusCode).toBe(401)
  })

  it('keeps its pages from caches, frames, scripts and search engines', async () => {
    const { headers } = await get('/enter')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('what each role may do', () => {
  it('shows a viewer no action and does none', async () => {
    const { see, send } = await enter(eve)
    for (const url of ['/', '/releases', '/canary']) expect((await see(url)).body).not.toContain('/confirm/')
    expect((await see('/confirm/activate?release=catalog@0.2.0')).statusCode).toBe(403)
    for (const name of ['activate', 'preview', 'rollback']) {
      const fields = { release: 'catalog@0.2.0', number: '1' }
      expect((await send(`/act/${name}`, fields)).statusCode).toBe(403)
    }
  })

  it('lets a team preview and try its own package, and neither release it to all nor touch another', async () => {
    const { see, send } = await enter(bob)
    const { body } = await see('/releases')
    expect(body).toContain('/confirm/preview?release=catalog%400.2.0')
    expect(body).not.toContain('/confirm/activate')
    expect(body).not.toContain('release=shell')
    for (const call of ['activate?release=catalog', 'preview?release=shell', 'canary-start?release=shell']) {
      expect((await see(`/confirm/${call}@0.2.0`)).statusCode).toBe(403)
    }
    expect((await send('/act/canary-start', { release: 'shell@0.2.0' })).statusCode).toBe(403)
    const done = await send('/act/preview', { release: 'catalog@0.2.0', reason: 'to look at' })
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('http://localhost:3000/preview/')])
  })

  it('does not let a team stop a canary of another', async () => {
    const [operator, team] = [await enter(ada), await enter(bob)]
    const start = { release: 'shell@0.2.0', share: '5', reason: 'a new shell' }
    expect((await operator.send('/act/canary-start', start)).statusCode).toBe(200)
    expect((await team.send('/act/canary-stop')).statusCode).toBe(403)
    expect((await team.see('/canary')).body).not.toContain('/confirm/')
    expect((await operator.send('/act/canary-stop', { reason: 'seen enough' })).statusCode).toBe(200)
  })

  // "Finish" made another canary live than the one that was shown.
  it('finishes no canary but the one that was shown', async () => {
    const { see, send } = await enter(ada)
    const start = { release: 'catalog@0.2.0', share: '5', reason: 'a new catalog' }
    await send('/act/canary-start', start)
    const number = String((await readStatus(site.store)).canary?.number)
    expect((await see('/canary')).body).toContain(`/confirm/canary-finish?number=${number}"`)
    await send('/act/canary-stop')
    await send('/act/canary-start', start)
    expect((await send('/act/canary-finish', { number })).statusCode).toBe(403)
  })

  it('takes no form of another page, session or site', async () => {
    const { cookie, send } = await enter(ada)
    const { formToken } = await enter(eve)
    const fields = { release: 'catalog@0.2.0', reason: 'x' }
    const answers = [
      await post('/act/activate', fields, { cookie }),
      await send('/act/activate', { ...fields, formToken }),
      await send('/act/activate', fields, { 'sec-fetch-site': 'cross-site' }),
      await send('/act/activate', fields, { origin: 'http://elsewhere.example' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    expect((await readStatus(site.store)).live?.number).toBe(1)
  })
})

describe('an action', () => {
  it('says before what will change and which command does the same, and is recorded under the name of who did it', async () => {
    const { see, send } = await enter(ada)
    const page = await see('/confirm/activate?release=catalog@0.2.0')
    expect(page.body).toContain('Nothing changes for visitors')
    expect(page.body).toContain('npm run site -- activate catalog@0.2.0')
    const fields = { release: 'catalog@0.2.0', reason: "it's time" }
    const done = await send('/act/activate', fields, { 'sec-fetch-site': 'same-origin' })
    expect(done.statusCode).toBe(200)
    expect(done.body).toContain('catalog@0.2.0')
    const { live } = await readStatus(site.store)
    expect(live?.releases.catalog?.version).toBe('0.2.0')
    const entry = (await readAuditLog(site.store.audit)).entries.at(-1)
    expect(entry).toMatchObject({ action: 'activate', actor: { kind: 'console', name: 'ada' }, reason: "it's time" })
    expect((await see('/record?package=catalog')).body).toContain('ada in the console')
  })

  // A reason with a leading dash was parsed as an unknown option.
  it('has any reason, also one that begins with a dash', async () => {
    const { send } = await enter(ada)
    const fields = { release: 'catalog@0.1.0', reason: '-20 % since Monday' }
    const done = await send('/act/activate', fields)
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('catalog@0.1.0')])
    expect((await readAuditLog(site.store.audit)).entries.at(-1)).toMatchObject({ reason: '-20 % since Monday' })
  })

  it('that is refused says why and changes nothing', async () => {
    const { send } = await enter(ada)
    const done = await send('/act/activate', { release: 'catalog@9.9.9', reason: 'x' })
    expect([done.statusCode, done.body]).toEqual([409, expect.stringContaining('catalog@9.9.9 is not published')])
    expect((await readAuditLog(site.store.audit)).entries.at(-1)).toMatchObject({
      refusal: expect.stringContaining('9.9.9'),
    })
  })

  it.each([
    'activate?release=catalog@0.2.0;ls',
    'activate?release=--allow',
    'rollback?number=-1',
    'canary-share?share=x',
    'constructor',
  ])('is not made of %s', async (call) => {
    const { see } = await enter(ada)
    expect((await see(`/confirm/${call}`)).statusCode).toBe(400)
  })

  // A visual difference was in files on the server alone.
  it('D5: shows pictures of changed pages, and no other file', async () => {
    const { see } = await enter(eve)
    expect((await see('/pictures')).body).toContain('There are none')
    await mkdir(site.copy.pictures, { recursive: true })
    await writeFile(path.join(site.copy.pictures, 'courses-360-difference.png'), 'a picture')
    const { body, headers } = await see('/pictures')
    expect(headers['content-security-policy']).toContain("img-src 'self'")
    const sources = [...body.matchAll(/src="([^"]*)"/g)].map(([, source = '']) => source)
    expect(sources).toEqual(['live', 'new', 'difference'].map((kind) => `/pictures/courses-360-${kind}.png`))
    expect(await see(sources[2] ?? '')).toMatchObject({ statusCode: 200, body: 'a picture' })
    for (const file of [sources[0], '/pictures/..%2Fcurrent', '/pictures/..%2Fkeys.json'])
      expect((await see(file ?? '')).statusCode).toBe(404)
    expect((await get(sources[2] ?? '')).statusCode).toBe(401)
  })

  it('shows the doctor and a comparison on pages of their own', async () => {
    const { see } = await enter(ada)
    expect((await see('/doctor')).body).toMatch(/Nothing is wrong with this trial shop[\s\S]+VAT/)
    expect((await see('/diff?before=1&after=live')).body).toContain('Nothing changes for visitors')
    expect((await see('/nothing')).statusCode).toBe(404)
  })
})
