import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sha256 } from '@platform/base/durable/digest'
import { type KeptDocument, packDocuments } from '@platform/compose/composition/pack'
import { writePacks } from '@platform/compose/composition/pack-files'
import { bytesOf } from '../http/representation'
import { until } from '../testing/test-origin'
import type { OpenPack } from './open-pack'
import { createOpenPacks, type OpenPacks } from './open-packs'

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

const DOCUMENTS = 200
const BYTES = 1_000
let root: string
let packs: OpenPacks
const lines: unknown[] = []
const log = { error: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) }
const folder = () => ({
  temporary: path.join(root, 'tmp'),
  pack: (digest: string) => path.join(root, 'packs', digest),
})

const bytesFor = (name: string) => Buffer.alloc(BYTES, sha256(name))

/** Writes one pack; its copies are no compressed ones: nobody unpacks them here. */
async function write(name: string): Promise<string> {
  const documents = Array.from({ length: DOCUMENTS }, (_, index): KeptDocument => {
    const address = `/${name}/${index}`
    const [br, gzip] = [bytesFor(`${address} br`), bytesFor(`${address} gzip`)]
    return { address, sha256: sha256(address), bytes: 10, isSmallest: false, br, gzip }
  })
  const [pack] = packDocuments(documents)
  if (!pack) throw new Error('Documents have a pack')
  await writePacks(folder(), [pack])
  return pack.digest
}

const read = (pack: OpenPack, index: number) => bytesOf(pack.documents[index]?.br ?? Buffer.alloc(0))

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'open-packs-'))
  await mkdir(path.join(root, 'tmp'))
  packs = createOpenPacks(50 * BYTES, log)
  lines.length = 0
})
afterEach(async () => {
  packs.close()
  await rm(root, { recursive: true, force: true })
})

describe('open packs', () => {
  it('give what was composed, from memory or from the file, within their memory', async () => {
    const digest = await write('a')
    const pack = await packs.open(folder(), digest)
    for (const _ of [1, 2, 3]) {
      for (const [index, { br, gzip }] of pack.documents.entries()) {
        expect(bytesOf(br).equals(bytesFor(`/a/${index} br`))).toBe(true)
        expect(bytesOf(gzip).equals(bytesFor(`/a/${index} gzip`))).toBe(true)
        expect(packs.count().bytes).toBeLessThanOrEqual(50 * BYTES)
      }
    }
    expect(packs.count().bytes).toBe(50 * BYTES)
  })

  it('keep no more of a file in memory than the pages that are', async () => {
    const pack = await packs.open(folder(), await write('a'))
    for (const index of [0, 199]) {
      for (const _ of [1, 2]) read(pack, index)
      expect(read(pack, index).buffer.byteLength).toBe(BYTES)
    }
  })

  it('are read to their end when nobody keeps the file any more', async () => {
    const digest = await write('a')
    const pack = await packs.open(folder(), digest)
    await rm(folder().pack(digest))
    for (let index = 0; index < DOCUMENTS; index++) expect(read(pack, index)).toEqual(bytesFor(`/a/${index} br`))
  })

  it('of something else are closed again', async () => {
    const content = Buffer.from([0, 0, 0, 1, 0])
    const digest = sha256(content)
    await write('a')
    await writeFile(folder().pack(digest), content)
    const descriptors = async () => (await readdir('/proc/self/fd').catch(() => [])).length
    const before = await descriptors()
    for (const _ of Array.from({ length: 20 })) await expect(packs.open(folder(), digest)).rejects.toThrow()
    expect(await descriptors()).toBeLessThan(before + 20)
  })

  it('are opened once for all who show them', async () => {
    const digest = await write('a')
    const [first, second] = await Promise.all([packs.open(folder(), digest), packs.open(folder(), digest)])
    expect(second).toBe(first)
    expect(await packs.open(folder(), digest)).toBe(first)
    expect(packs.count().open).toBe(1)
  })

  it('are looked at again when somebody has touched the file', async () => {
    // What was damaged after it had been opened was taken for whole, as long as no garbage was collected.
    const digest = await write('a')
    const pack = await packs.open(folder(), digest)
    const content = await readFile(folder().pack(digest))
    await writeFile(folder().pack(digest), 'damaged')
    await expect(packs.open(folder(), digest)).rejects.toThrow(`${digest} is not what was composed`)
    await rm(folder().pack(digest))
    await expect(packs.open(folder(), digest)).rejects.toThrow(`${digest} is part of the composition, but cannot`)
    await writeFile(folder().pack(digest), content)
    expect(await packs.open(folder(), digest)).toBe(pack)
    expect(read(pack, 150)).toEqual(bytesFor('/a/150 br'))
    expect(packs.count().open).toBe(1)
  })

  it('never give a page that is damaged, name its file, and give it when that is whole again', async () => {
    const digest = await write('a')
    const pack = await packs.open(folder(), digest)
    const content = await readFile(folder().pack(digest))
    const at = content.indexOf(bytesFor('/a/150 br'))
    await writeFile(folder().pack(digest), content.fill('x', at, at + 1))
    expect(() => read(pack, 150)).toThrow(`${digest} is no longer what was composed`)
    expect(pack.isDamaged).toBe(true)
    // What is whole, or in memory, is given all the same; it is said once.
    expect(read(pack, 149)).toEqual(bytesFor('/a/149 br'))
    expect(read(pack, 0)).toEqual(bytesFor('/a/0 br'))
    expect(() => read(pack, 150)).toThrow(digest)
    expect(lines).toHaveLength(1)
    await expect(packs.open(folder(), digest)).rejects.toThrow(digest)
    await write('a')
    expect(await packs.open(folder(), digest)).toBe(pack)
    expect([pack.isDamaged, read(pack, 150)]).toEqual([false, bytesFor('/a/150 br')])
  })

  it('never give half a page of a file that became shorter', async () => {
    const digest = await write('a')
    const pack = await packs.open(folder(), digest)
    const content = await readFile(folder().pack(digest))
    await writeFile(folder().pack(digest), content.subarray(0, content.length - 10))
    expect(() => bytesOf(pack.documents[DOCUMENTS - 1]?.gzip ?? Buffer.alloc(0))).toThrow(digest)
  })

  it('are closed, and their memory is free, when nobody shows them; the way back stays open', async () => {
    const [a, b] = [await write('a'), await write('b')]
    await (async () => {
      packs.retain([await packs.open(folder(), a)])
      await packs.open(folder(), b)
    })()
    expect(packs.count().open).toBe(2)
    await until(() => {
      collectGarbage()
      return packs.count().open === 1
    })
    expect(packs.count().bytes).toBe(50 * BYTES)
    packs.retain([])
    await until(() => {
      collectGarbage()
      return packs.count().open === 0
    })
    expect(packs.count().bytes).toBe(0)
  })
})
