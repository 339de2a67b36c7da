import { createServer } from 'node:http'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { originActor, withAudit } from '@platform/site/audit/with-audit'
import { rollBack } from '@platform/site/changes/roll-back'
import type { OriginStatus } from '@platform/site/store/site-store'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { closeServers, listen } from '../http/listen'
import { sendNotifications, watchOrigins } from './start-notifications'
import { watchAudit } from './watch-audit'
import type { Notice } from './webhook'

const silent = { warn: () => {}, error: () => {} }
let site: TestSite
let sent: Notice[]

beforeEach(async () => {
  site = await createTestSite()
  sent = []
})

afterEach(() => site.remove())

async function goLiveTwice(): Promise<void> {
  await site.goLive()
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await site.activate({ catalog: '0.2.0' })
}

const webhook = { send: async (notice: Notice) => void sent.push(notice), close: async () => {} }

function watched(settle: () => Promise<void> = async () => {}) {
  const watching = watchAudit(site.store.audit, webhook, silent, settle)
  const store = { ...site.store, audit: watching.audit }
  const undo = () =>
    withAudit(store, { action: 'automatic: rollback', actor: originActor(), reason: 'clearly worse' }, () =>
      rollBack(store),
    )
  return { ...watching, store, undo }
}

describe('what an origin does by itself', () => {
  it('is sent once by the one of two origins that did it', async () => {
    await goLiveTwice()
    let settle = () => {}
    const settled = new Promise<void>((resolve) => (settle = resolve))
    const origins = [watched(() => settled), watched(() => settled)]
    for (const { undo } of origins) await undo().catch(() => {})
    settle()
    for (const { close } of origins) await close()
    expect(sent).toMatchObject([{ event: 'automatic: rollback', reason: 'clearly worse', packages: ['catalog'] }])
    expect(sent[0]?.text).toContain('Composition 2 → 1')
    expect((await readAuditLog(site.store.audit)).entries).toHaveLength(2)
  })

  it('is sent once when it cannot be done, however often it is tried', async () => {
    const origin = watched()
    for (let tries = 0; tries < 3; tries += 1) await origin.undo().catch(() => {})
    await origin.close()
    expect(sent).toMatchObject([{ event: 'automatic: rollback', refusal: expect.any(String) }])
    expect(sent[0]?.text).toMatch(/^Not done: automatic: rollback\n/)
  })

  it('is done though the receiver fails or hangs', async () => {
    await goLiveTwice()
    let reach = () => {}
    const wasReached = new Promise<void>((resolve) => (reach = resolve))
    const { port, servers } = await listen(['127.0.0.1'], 0, () => createServer(() => reach()))
    const url = `http://127.0.0.1:${port}`
    const { store, close } = sendNotifications({ url, format: 'slack' })(site.store, silent)
    const send = () => {
      throw new Error('no receiver')
    }
    const failing = watchAudit(store.audit, { ...webhook, send }, silent, async () => {})
    const audited = { action: 'automatic: rollback', actor: originActor() }
    await withAudit({ ...store, audit: failing.audit }, audited, () => rollBack(store))
    expect(await site.copy.readPointer()).toMatchObject({ live: 1 })
    await wasReached
    for (const end of [failing.close, close]) await end()
    await closeServers(servers, 0)
  })

  it('is not sent when it was planned, or a person did it', async () => {
    await site.goLive()
    const { store, close } = watched()
    await withAudit(store, { action: 'canary step', actor: originActor() }, async () => 25)
    await withAudit(store, { action: 'activate', actor: { kind: 'user', name: 'ada' } }, async () => 1)
    await close()
    expect(sent).toEqual([])
  })
})

describe('a sick origin', () => {
  const origin = (name: string, more: Partial<OriginStatus> = {}): OriginStatus => {
    const seen = { startedAt: '', lastSeenSeconds: 0, error: undefined, isOwnError: false, outOfService: undefined }
    return { id: name, name, attempted: undefined, serving: 1, available: [1], ...seen, ...more }
  }
  const full = { error: 'ENOSPC: no space left on device' }

  it('is said once by the first that is well, and so is that it is well again', async () => {
    let origins = [origin('web-1', full), origin('web-2'), origin('web-3')]
    const watching = ['web-1', 'web-2', 'web-3'].map((name) => {
      const { store, close } = watched()
      const looking = watchOrigins({ audit: store.audit, origins: async () => origins }, silent, name)
      return { ...looking, close: () => looking.close().then(close) }
    })
    const look = async () => {
      for (const it of watching) await it.look()
    }
    await look()
    expect(sent).toEqual([])
    await look()
    await look()
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    origins = [origin('web-1'), origin('web-2'), origin('web-3')]
    await look()
    await look()
    for (const { close } of watching) await close()
    expect(sent).toMatchObject([
      { event: 'origin sick', target: 'web-1', reason: full.error },
      { event: 'origin well', target: 'web-1', reason: 'it follows again' },
    ])
  })

  it('is one that was not seen for longer than a restart takes', async () => {
    const { store, close } = watched()
    const origins = async () => [origin('web-1', { lastSeenSeconds: 14 }), origin('web-2', { lastSeenSeconds: 16 })]
    const watching = watchOrigins({ audit: store.audit, origins }, silent, 'web-1')
    await watching.look()
    await watching.look()
    await watching.close()
    await close()
    expect(sent).toMatchObject([{ event: 'origin sick', target: 'web-2', reason: 'silent for 16 s' }])
  })
})
