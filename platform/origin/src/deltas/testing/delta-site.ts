import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { addressOf, catalogFixture, type Fixture } from '@platform/release/testing/fixture-release'
import { createTestSite } from '@platform/site/testing/test-site'
import { type Reply, startTestOrigin, type TestOrigin, until } from '../../testing/test-origin'
import { type Deltas, followDeltas } from '../follow-deltas'
import { openZstd, runDeltas, type Zstd } from '../run-deltas'

function longScript(change: string): string {
  const words = Array.from({ length: 400 }, (_, place) => `v${((place * 7_919) % 99_991).toString(36)}(${place * 31})`)
  return `${words.slice(0, 200).join(';')};show("${change}");${words.slice(200).join(';')}`
}

function catalogWith(version: string, heading: string): Fixture {
  const text = longScript(heading)
  return catalogFixture({ version, content: { 'client/courses.js': text, 'client/other.js': `${text};other` } })
}

export const first = catalogWith('0.2.0', 'Available Courses')
export const second = catalogWith('0.3.0', 'Courses on offer')
export const third = catalogWith('0.4.0', 'All our courses')
export const fourth = catalogWith('0.5.0', 'Courses to come')

export const textOf = (fixture: Fixture) => fixture.content?.['client/courses.js'] ?? ''
const digestOf = (text: string) => createHash('sha256').update(text).digest()
export const having = (text: string) => ({
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': `:${digestOf(text).toString('base64')}:`,
})

export type DeltaSite = Awaited<ReturnType<typeof createDeltaSite>>

export async function createDeltaSite() {
  const site = await createTestSite()
  await site.goLive()
  let origin: TestOrigin
  let deltas: Deltas | undefined
  const release = async (fixture: Fixture) => {
    await site.publish(fixture)
    return (await site.activate({ catalog: fixture.version ?? '' })).number
  }
  const start = async (open?: () => Promise<Zstd>) => {
    origin = await startTestOrigin(site, {
      fileVariants(copy, live, log) {
        deltas = followDeltas(copy, live, log, (request, notify) => {
          const ended = runDeltas(copy, request, notify, open)
          return { ended, stop: () => ended.catch(() => {}) }
        })
        return deltas
      },
    })
  }
  await release(first)
  await start()
  const refresh = () => deltas?.refresh()
  const isLive = (number: number) =>
    until(() => origin.origin.site.current()?.composition.number === number).then(refresh)
  const ask = (fixture: Fixture, headers: Record<string, string>, method = 'GET') =>
    origin.send(addressOf(fixture, 'courses.js'), { method, headers })
  return {
    ...site,
    ask,
    refresh,
    isLive,
    send: (address: string, headers: Record<string, string> = {}) => origin.send(address, { headers }),
    askPlainly: (fixture: Fixture) => ask(fixture, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
    live: () => origin.origin.site,
    goTo: async (fixture: Fixture) => isLive(await release(fixture)),
    async restart(open?: () => Promise<Zstd>): Promise<void> {
      await origin.close()
      await start(open)
      await refresh()
    },
    async remove(): Promise<void> {
      await origin.close()
      await site.remove()
    },
  }
}

export async function expectDelta(reply: Reply, from: Fixture, to: Fixture): Promise<void> {
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'dcz'])
  const { decompress } = await openZstd()
  expect(reply.body.subarray(8, 40)).toEqual(digestOf(textOf(from)))
  expect(String(Buffer.from(decompress(reply.body.subarray(40), Buffer.from(textOf(from)))))).toBe(textOf(to))
}

export function expectWhole(reply: Reply, of: Fixture): void {
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'br'])
  expect(String(brotliDecompressSync(reply.body))).toBe(textOf(of))
}
