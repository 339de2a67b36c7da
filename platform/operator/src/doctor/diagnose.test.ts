import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { readCompositionJson, writeCompositionJson } from '@platform/compose/composition/composition-folder'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { catalogFixture, fileOf } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { withAudit } from '@platform/site/audit/with-audit'
import { addKey, revokeKey, signAgain } from '@platform/site/changes/change-keys'
import { openSite } from '@platform/site/open/open-site'
import { createTestSite, type TestSite, testSettings } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import { readOperatorConfig } from '../operator-config'
import { diagnose } from './diagnose'
import { examineCompany } from './examine-shop'

let site: TestSite

beforeAll(async () => {
  site = await createTestSite()
})

afterAll(() => site.remove())

beforeEach(async () => {
  await rm(site.copy.root, { recursive: true, force: true })
  await mkdir(site.copy.root, { recursive: true })
  await writeFile(site.copy.settings, JSON.stringify(testSettings))
  await site.goLive()
})

type Examined = Partial<Parameters<typeof diagnose>[0]>

async function codes(environment: NodeJS.ProcessEnv = {}, examined: Examined = {}): Promise<string[]> {
  const { api, environmentProblems } = readOperatorConfig({
    DATA_DIR: path.join(site.copy.root, 'data'),
    ...environment,
  })
  const store = await openSite(site.copy.root, { databaseUrl: environment.DATABASE_URL })
  const found = await diagnose({ store, api, environmentProblems, admin: adminOf(api), ...examined })
  await store.close()
  for (const { what, todo } of found.findings) expect([what, todo]).not.toContain('')
  return found.findings.map(({ level, code }) => `${level} ${code}`)
}

const write = (file: string, text: string) => writeFile(file, text)
const settle = (settings: object) => write(site.copy.settings, JSON.stringify({ ...testSettings, ...settings }))
const release = () => site.copy.release('catalog', '0.1.0')
const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const allKeys = { ...keys, PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' }
const paying = { sandbox: false, stripePublishableKey: 'pk_test_1', paypalClientId: 'client' }
const admin = (async ({ do: operation }: { do: string }) =>
  operation === 'webhooks' ? [] : { orders: [], cases: [], warnings: [] }) as never

/** Damages catalog, whose pages the compositions do not share. */
const damagePages = async (number: number) => {
  for (const file of await pageFilesOf(site.copy, number, 'catalog')) await write(file, 'x')
}

describe('the doctor', () => {
  it('finds a site well that is well', async () => {
    expect(await codes()).toEqual([])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['problem pointer-unreadable', () => write(site.copy.current, 'x')],
    ['warning nothing-live', () => rm(site.copy.current)],
    ['problem live-damaged', () => damagePages(1)],
    ['problem live-damaged', () => write(`${release()}/client/${fileOf(catalogFixture(), 'courses.js')}`, 'x')],
    ['problem settings-unreadable', () => write(site.copy.settings, '{}')],
    ['warning settings-missing', () => rm(site.copy.settings)],
    ['problem record-altered', () => write(site.copy.audit, '{"act":"activate"}\n')],
    ['problem providers-differ', () => settle(paying)],
    ['warning proxy-unnamed', () => settle({ publicUrl: 'https://shop.example' })],
  ])('finds "%s"', async (code, breakIt) => {
    await breakIt()
    expect(await codes()).toEqual([code])
  })

  it.each([
    ['problem keys-unreadable', '[]'],
    ['problem key-unusable', '{"catalog":[{"key":"bm90IGEga2V5","state":"believed"}]}'],
  ])('finds "%s"', async (code, keysFile) => {
    await write(site.copy.keys, keysFile)
    expect(await codes()).toEqual([code])
  })

  it('finds what visitors get though its key was revoked', async () => {
    const { privateKey, publicKey } = createTeam()
    await signRelease(release(), privateKey)
    const key = await addKey(site.store, 'catalog', publicKey)
    await site.changeSettings({ publicUrl: 'https://shop.example' })
    await revokeKey(site.store, 'catalog', key)
    expect(await codes()).toEqual(['problem key-revoked', 'warning proxy-unnamed'])
  })

  it('finds a kept composition that cannot be gone back to', async () => {
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await site.activate({ catalog: '0.2.0' })
    await damagePages(1)
    expect(await codes()).toEqual(['warning kept-damaged'])
  })

  it.each([
    ['that waits', '0.2.0', ['warning release-unreadable']],
    ['that is live', '0.1.0', ['problem live-damaged', 'warning release-unreadable']],
  ])('names a release of an older format %s', async (_which, version, expected) => {
    await site.publish(catalogFixture({ version: '0.2.0' }))
    const file = `${site.copy.release('catalog', version)}/release.json`
    await write(file, (await readFile(file, 'utf8')).replace('"format": 4', '"format": 2'))
    expect(await codes()).toEqual(expected)
    const { findings } = await diagnose({ store: site.store, ...readOperatorConfig({}), admin })
    expect(findings).toContainEqual(
      expect.objectContaining({
        what: `catalog@${version} is of format 2, and this site takes format 4. Build it anew.`,
      }),
    )
  })

  it('finds a composition that no operator signed, and one that could be gone back to', async () => {
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await site.activate({ catalog: '0.2.0' })
    await rm(`${site.copy.composition(1)}/composition.sig`)
    expect(await codes()).toEqual(['warning kept-unsigned'])
    await write(`${site.copy.composition(2)}/composition.sig`, 'forged')
    expect(await codes()).toEqual(['problem live-unsigned', 'warning kept-unsigned'])
  })

  it('finds what is live when nobody in the audit log has made it so', async () => {
    const actor = { kind: 'user', name: 'ada' } as const
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await withAudit(site.store, { action: 'activate', actor }, () => site.activate({ catalog: '0.2.0' }))
    expect(await codes()).toEqual([])
    await write(site.copy.current, JSON.stringify({ live: 1, history: [] }))
    expect(await codes()).toEqual(['problem live-unexplained'])
  })

  it('finds a price list the API cannot use', async () => {
    const { composition } = site.copy
    const made = JSON.parse(await readCompositionJson(composition(1)))
    await writeCompositionJson(composition(1), JSON.stringify({ ...made, data: { catalog: { courses: [] } } }))
    expect(await codes()).toEqual(['problem live-unsigned'])
    await signAgain(site.store, { isVouching: true })
    expect(await codes()).toEqual(['problem price-list'])
  })

  it('finds a key that the next release will need', async () => {
    expect(await codes({}, { needsKeys: true })).toEqual(['warning key-missing', 'warning key-missing'])
  })

  it.each<[string, Examined]>([
    ['warning disk-low', { freeBytes: async () => 1024 ** 3 }],
    ['problem disk-full', { freeBytes: async () => 1024 ** 2 }],
    ['problem clock-wrong', { now: Date.parse('2020-01-01') }],
  ])('finds "%s"', async (code, examined) => {
    expect(await codes({}, examined)).toEqual([code])
  })

  it('finds a folder that cannot be written', async () => {
    const copy = { ...site.copy, root: path.join(site.copy.root, 'gone') }
    expect(await codes({}, { store: { ...site.store, copy } })).toEqual(['problem disk-readonly'])
  })

  it.each<[string, NodeJS.ProcessEnv]>([
    ['problem environment', { AUTH_SECRET: 'short' }],
    ['warning mail-off', { MAIL: 'off' }],
    ['problem mail-away', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['problem store-away', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ])('finds "%s"', async (code, environment) => {
    const found = await codes(environment, { admin })
    expect(found).toContain(code)
  })

  it('finds the providers of another environment, and test keys in production', async () => {
    await settle(paying)
    expect(await codes(allKeys, { admin })).toEqual([])
    expect(await codes({ ...allKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_2' }, { admin })).toEqual([
      'problem providers-differ',
    ])
    const production = {
      ...allKeys,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      AUTH_SECRET: 'x'.repeat(32),
      MAIL: 'off',
    }
    expect(await codes(production, { admin })).toContain('warning providers-test')
    expect(await codes(production, { admin })).toContain('warning vat-number-example')
    expect(await codes({ ...production, MAIL: undefined }, { admin })).toContain('problem mail-off')
  })

  it('R205: is content with a VAT registration that is the company’s own', () => {
    expect(examineCompany({ isProduction: true }, 'GB 123 4567 89')).toEqual([])
  })

  const url = 'https://shop.example/hook'
  // PayPal's events were refused because of another webhook's id, and the report found no fault.
  it.each([
    [
      { provider: 'stripe', url, state: 'incomplete', missing: ['refund.failed'] },
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
          what: `What paypal reports to ${url} is refused: it is checked by another webhook's id`,
          todo: 'Set PAYPAL_WEBHOOK_ID=WH-NEW on every origin, and start it again.',
        },
        { code: 'webhook-missing', what: `paypal does not report PAYMENT.CAPTURE.DECLINED to ${url}` },
      ],
    ],
  ])('says what of $provider does not come, and by which id its events would be believed', async (report, findings) => {
    await settle(paying)
    const shop = (async ({ do: operation }: { do: string }) =>
      operation === 'webhooks' ? [report] : { orders: [], cases: [], warnings: [] }) as never
    const { api } = readOperatorConfig(allKeys)
    const found = await diagnose({ store: site.store, api, environmentProblems: [], admin: shop })
    expect(found.findings).toMatchObject(findings)
  })

  it.each([
    ['problem database-away', 'connection refused'],
    ['problem schema-behind', 'The database is of an earlier release (without 0002). Start the site once'],
  ])('finds "%s"', async (code, message) => {
    const away = (async () => Promise.reject(new Error(message))) as never
    expect(await codes({}, { admin: away })).toEqual([code])
  })

  it('passes on what the shop warns of, and counts what needs a person', async () => {
    const shop = (async () => ({ orders: [{}], cases: [{}], warnings: ['paypal is not asked'] })) as never
    expect(await codes({}, { admin: shop })).toEqual(['warning shop-warning', 'warning orders-waiting'])
  })

  it('is content with a mail server that answers', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await codes({ SMTP_URL: `smtp://127.0.0.1:${port}` })).toEqual([])
    server.close()
  })
})
