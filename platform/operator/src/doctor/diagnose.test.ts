import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { readCompositionJson, writeCompositionJson } from '@platform/compose/composition/composition-folder'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { catalogFixture, fileOf } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { withAudit } from '@platform/site/audit/with-audit'
import { addKey, revokeKey, signAgain } from '@platform/site/changes/change-keys'
import { openSite } from '@platform/site/open/open-site'
import { setUpSite, testSettings } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import { readOperatorConfig } from '../operator-config'
import { diagnose } from './diagnose'
import { examineCompany, listBeforeLaunch } from './examine-shop'

const site = setUpSite()

type Examined = Partial<Parameters<typeof diagnose>[0]>

async function examine(environment: NodeJS.ProcessEnv = {}, examined: Examined = {}) {
  const DATA_DIR = path.join(site.copy.root, 'data')
  const { api, environmentProblems } = readOperatorConfig({ DATA_DIR, ...environment })
  const store = await openSite(site.copy.root, { databaseUrl: environment.DATABASE_URL })
  const { findings } = await diagnose({ store, api, environmentProblems, admin: adminOf(api), ...examined })
  await store.close()
  for (const { what, todo } of findings) expect([what, todo]).not.toContain('')
  return findings
}

const codes = async (...examined: Parameters<typeof examine>) =>
  (await examine(...examined)).map(({ level, code }) => `${level} ${code}`)

const write = (file: string, text: string) => writeFile(file, text)
const settle = (settings: object) => write(site.copy.settings, JSON.stringify({ ...testSettings, ...settings }))
const release = () => site.copy.release('catalog', '0.1.0')
const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const allKeys = { ...keys, PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' }
const paying = { sandbox: false, stripePublishableKey: 'pk_test_1', paypalClientId: 'client' }
const adminWith = (webhooks: object[], attention = {}) =>
  (async ({ do: operation }: { do: string }) =>
    operation === 'webhooks' ? webhooks : { orders: [], cases: [], warnings: [], ...attention }) as never
const release2 = async () => {
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await site.activate({ catalog: '0.2.0' })
}

/** Damages catalog, whose pages the compositions do not share. */
const damagePages = async (number: number) => {
  for (const file of await pageFilesOf(site.copy, number, 'catalog')) await write(file, 'x')
}

describe('the doctor', () => {
  it.each<[string[], () => Promise<unknown>]>([
    [[], async () => {}],
    [['problem pointer-unreadable'], () => write(site.copy.current, 'x')],
    [['warning nothing-live'], () => rm(site.copy.current)],
    [['problem live-damaged'], () => damagePages(1)],
    [['problem live-damaged'], () => write(`${release()}/client/${fileOf(catalogFixture(), 'courses.js')}`, 'x')],
    [['problem settings-unreadable'], () => write(site.copy.settings, '{}')],
    [['warning settings-missing'], () => rm(site.copy.settings)],
    [['problem audit-log-altered'], () => write(site.copy.audit, '{"act":"activate"}\n')],
    [['problem providers-differ'], () => settle(paying)],
    [['warning proxy-unnamed'], () => settle({ publicUrl: 'https://shop.example' })],
    [['problem keys-unreadable'], () => write(site.copy.keys, '[]')],
    [['problem key-unusable'], () => write(site.copy.keys, '{"catalog":[{"key":"bm90IGEga2V5","state":"believed"}]}')],
    [['warning kept-damaged'], () => release2().then(() => damagePages(1))],
    [['warning kept-unsigned'], () => release2().then(() => rm(`${site.copy.composition(1)}/composition.sig`))],
    [['problem live-unsigned'], () => write(`${site.copy.composition(1)}/composition.sig`, 'forged')],
  ])('finds %j', async (expected, breakIt) => {
    await breakIt()
    expect(await codes()).toEqual(expected)
  })

  it('finds a live release whose key was revoked', async () => {
    const { privateKey, publicKey } = createTeam()
    await signRelease(release(), privateKey)
    const key = await addKey(site.store, 'catalog', publicKey)
    await site.changeSettings({ publicUrl: 'https://shop.example' })
    await revokeKey(site.store, 'catalog', key)
    expect(await codes()).toEqual(['problem key-revoked', 'warning proxy-unnamed'])
  })

  it.each([
    ['that waits', '0.2.0', ['warning release-unreadable']],
    ['that is live', '0.1.0', ['problem live-damaged', 'warning release-unreadable']],
  ])('names a release of an older format %s', async (_which, version, expected) => {
    await site.publish(catalogFixture({ version: '0.2.0' }))
    const file = `${site.copy.release('catalog', version)}/release.json`
    await write(file, (await readFile(file, 'utf8')).replace('"format": 4', '"format": 2'))
    expect(await codes()).toEqual(expected)
    const what = `catalog@${version} is of format 2, and this site takes format 4. Build it anew.`
    expect(await examine()).toContainEqual(expect.objectContaining({ what }))
  })

  it('finds a pointer that differs from the last change in the audit log', async () => {
    await withAudit(site.store, { action: 'activate', actor: { kind: 'user', name: 'ada' } }, release2)
    expect(await codes()).toEqual([])
    await write(site.copy.current, JSON.stringify({ live: 1, history: [] }))
    expect(await codes()).toEqual(['problem live-unexplained'])
  })

  it('explains a change that was cut off after it moved the pointer, and does not accuse a writer of it', async () => {
    // A process that was killed between the move and its entry left a pointer that doctor blamed on an intruder.
    const activate = { action: 'activate', actor: { kind: 'user', name: 'ada' } } as const
    await withAudit(site.store, activate, async () => {})
    const cutOff = new Promise<never>(() => {})
    await new Promise<void>((resolve) => {
      void withAudit(site.store, activate, () =>
        release2()
          .then(() => resolve(), resolve)
          .then(() => cutOff),
      )
    })
    expect((await site.copy.readPointer())?.live).toBe(2)
    expect(await codes()).toEqual([])
    const { entries } = await readAuditLog(site.store.audit)
    expect(entries.at(-1)).toMatchObject({ action: 'activate', isIntent: true, after: { composition: 2 } })
  })

  it('finds a price list the API cannot use', async () => {
    const { composition } = site.copy
    const made = JSON.parse(await readCompositionJson(composition(1)))
    await writeCompositionJson(composition(1), JSON.stringify({ ...made, data: { catalog: { courses: [] } } }))
    expect(await codes()).toEqual(['problem live-unsigned'])
    await signAgain(site.store, { isVouching: true })
    expect(await codes()).toEqual(['problem price-list'])
  })

  const away = (message: string) => (async () => Promise.reject(new Error(message))) as never

  it.each<[string[], Examined]>([
    [['warning key-missing', 'warning key-missing'], { needsKeys: true }],
    [['warning disk-low'], { freeBytes: async () => 1024 ** 3 }],
    [['problem disk-full'], { freeBytes: async () => 1024 ** 2 }],
    [['problem clock-wrong'], { now: Date.parse('2020-01-01') }],
    [['problem database-away'], { admin: away('connection refused') }],
    // It said that buyers cannot pay while the server was well.
    [['warning database-unreachable'], { admin: away('The database in /site is in use by process 7') }],
    [
      ['problem schema-behind'],
      { admin: away('The database is of an earlier release (without 0002). Start the site') },
    ],
    [
      ['warning shop-warning', 'warning orders-waiting'],
      { admin: adminWith([], { orders: [{}], cases: [{}], warnings: ['paypal is not asked'] }) },
    ],
  ])('finds %j in its surroundings', async (expected, examined) => {
    expect(await codes({}, examined)).toEqual(expected)
  })

  it('finds a folder that cannot be written', async () => {
    const copy = { ...site.copy, root: path.join(site.copy.root, 'gone') }
    expect(await codes({}, { store: { ...site.store, copy } })).toEqual(['problem disk-readonly'])
  })

  const production = {
    ...allKeys,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    AUTH_SECRET: 'x'.repeat(32),
  }

  it.each<[string, NodeJS.ProcessEnv]>([
    ['problem environment', { AUTH_SECRET: 'short' }],
    ['warning mail-off', { MAIL: 'off' }],
    ['problem mail-off', production],
    ['problem mail-away', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['problem store-away', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
    ['problem providers-differ', { ...allKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_2' }],
    ['warning providers-test', { ...production, MAIL: 'off' }],
    ['warning vat-number-example', { ...production, MAIL: 'off' }],
  ])('finds "%s" in the environment', async (code, environment) => {
    await settle(paying)
    expect(await codes(environment, { admin: adminWith([]) })).toContain(code)
  })

  it('finds nothing wrong with the right providers and a mail server that answers', async () => {
    await settle(paying)
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await codes({ ...allKeys, SMTP_URL: `smtp://127.0.0.1:${port}` }, { admin: adminWith([]) })).toEqual([])
    server.close()
  })

  // `doctor` said "All is well" of a shop without keys, mail and a VAT number.
  it('names what a shop lacks before its launch, and nothing once it is in production', async () => {
    const of = async (environment: NodeJS.ProcessEnv) => {
      const { api, ...config } = readOperatorConfig(environment)
      return (await listBeforeLaunch({ ...config, api, admin: adminWith([]) })).join('; ')
    }
    const lacks = await of({})
    const named = [
      'STRIPE_SECRET_KEY',
      'PAYPAL_CLIENT_ID',
      'SMTP_URL',
      'AUTH_SECRET',
      'https://',
      'DATABASE_URL',
      'VAT',
    ]
    for (const name of named) expect(lacks).toContain(name)
    expect(await of({ ...allKeys, PUBLIC_URL: 'https://shop.example' })).toMatch(/test keys/)
    expect(await of(production)).toBe('')
  })

  it('R205: is content with a VAT registration that is the company’s own', () => {
    expect(examineCompany({ isProduction: true }, 'GB 123 4567 89')).toEqual([])
  })

  const url = 'https://shop.example/hook'
  // PayPal's events were refused because of another webhook's id, and the report found no fault.
  it.each([
    [
      { provider: 'stripe', url, state: 'incomplete', missing: ['refund.failed'], settings: {} },
      [{ code: 'webhook-missing', what: `stripe does not report refund.failed to ${url}` }],
    ],
    [
      {
        ...{ provider: 'paypal', url, state: 'unverified', missing: ['PAYMENT.CAPTURE.DECLINED'] },
        settings: { PAYPAL_WEBHOOK_ID: 'WH-NEW' },
      },
      [
        {
          code: 'webhook-unverified',
          what: `Events of paypal to ${url} are refused: this shop verifies them with another webhook's id`,
          todo: 'Set PAYPAL_WEBHOOK_ID=WH-NEW on every origin, and start it again.',
        },
        { code: 'webhook-missing', what: `paypal does not report PAYMENT.CAPTURE.DECLINED to ${url}` },
      ],
    ],
  ])('names the events of $provider that do not come, and the right webhook id', async (report, findings) => {
    await settle(paying)
    expect(await examine(allKeys, { admin: adminWith([report]) })).toMatchObject(findings)
  })
})
