import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { bytesOf } from '../http/representation'
import { createLiveBlobs, type LiveBlobs } from './live-blobs'

const digestOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const lines: unknown[] = []
const log = { error: (line: unknown) => lines.push(line), info: (line: unknown) => lines.push(line) }
let folder: string
let blobs: LiveBlobs
const fileOf = (digest: string) => path.join(folder, digest)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'blobs-'))
  lines.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

function open(mostBytes: number): void {
  blobs = createLiveBlobs({ blob: fileOf }, mostBytes, log)
}

async function write(content: string) {
  const copy = brotliCompressSync(content)
  const document = { sha256: digestOf(content), bytes: content.length, br: digestOf(copy) }
  await writeFile(fileOf(document.br), copy)
  return { ...document, copy }
}

it('reads from the disk what has no room in memory, and from memory what was asked for last', async () => {
  const [a, b] = [await write('a'), await write('b')]
  open(a.copy.length)
  for (const it of [a, b]) expect(bytesOf(blobs.bodiesOf(it).br)).toEqual(it.copy)
  for (const it of [a, b]) await rm(fileOf(it.br))
  expect(bytesOf(blobs.bodiesOf(b).br)).toEqual(b.copy)
  expect(() => bytesOf(blobs.bodiesOf(a).br)).toThrow('cannot be read')
})

it('never gives what was changed, says so once, and gives it when it is whole again', async () => {
  const page = await write('a page')
  open(0)
  const { br } = blobs.bodiesOf(page)
  await writeFile(fileOf(page.br), 'damaged')
  for (const _ of [1, 2]) expect(() => bytesOf(br)).toThrow('is not what was composed')
  expect([lines.length, [...blobs.damaged]]).toEqual([1, [page.br]])
  await writeFile(fileOf(page.br), page.copy)
  expect([bytesOf(br), blobs.damaged.size]).toEqual([page.copy, 0])
})

it('puts nothing out of memory for what nobody has asked for', async () => {
  const [hot, cold] = [await write('hot'), await write('cold')]
  open(hot.copy.length)
  const { br } = blobs.bodiesOf(hot)
  bytesOf(br)
  blobs.verify(cold.br)
  await rm(fileOf(hot.br))
  expect(bytesOf(br)).toEqual(hot.copy)
})

it('unpacks, and compresses with gzip, once what is asked for again', async () => {
  open(0)
  const { identity, gzip } = blobs.bodiesOf(await write('a map of the site'))
  expect(String(bytesOf(identity))).toBe('a map of the site')
  expect(bytesOf(identity)).toBe(bytesOf(identity))
  expect(String(gunzipSync(bytesOf(gzip)))).toBe('a map of the site')
  expect([bytesOf(gzip), gzip.length]).toEqual([bytesOf(gzip), bytesOf(gzip).length])
})

it('unpacks nothing that is longer than was said', async () => {
  open(0)
  const { identity } = blobs.bodiesOf({ ...(await write('x'.repeat(1_000_000))), bytes: 1_000 })
  expect(() => bytesOf(identity)).toThrow(/larger|length/i)
})
