import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { htmlOf, type KeptDocument, packDocuments, unpackDocuments } from './pack'
import { dropPacks, readPack, writePacks } from './pack-files'

async function document(address: string, html = `<h1>${address}</h1>`): Promise<KeptDocument> {
  const { brotli: br, gzip } = await compress(Buffer.from(html), 4)
  return { address, sha256: sha256(html), bytes: Buffer.byteLength(html), isSmallest: false, br, gzip }
}

describe('a pack of documents', () => {
  it('gives back what was put in, in its order, and is the same for the same', async () => {
    const documents = await Promise.all(['/', '/about', '/courses?category=food'].map((address) => document(address)))
    const [pack, ...others] = packDocuments(documents)
    expect(others).toEqual([])
    expect(unpackDocuments(pack?.content ?? Buffer.alloc(0))).toEqual(documents)
    expect(packDocuments(documents)[0]?.digest).toBe(pack?.digest)
    expect(String(await htmlOf(documents[1] as KeptDocument))).toBe('<h1>/about</h1>')
  })

  it('has no more than 8 MB, unless one document alone has', async () => {
    const small = await document('/small')
    const large = { ...small, address: '/large', gzip: Buffer.alloc(5_000_000) }
    const larger = { ...small, address: '/larger', gzip: Buffer.alloc(9_000_000) }
    const packs = packDocuments([small, large, large, larger, small])
    expect(packs.map(({ content }) => unpackDocuments(content).map(({ address }) => address))).toEqual([
      ['/small', '/large'],
      ['/large'],
      ['/larger'],
      ['/small'],
    ])
  })

  it('gives nothing for a document that its copy is not of, nor more than the document has', async () => {
    const [one, other] = [await document('/'), await document('/', 'x'.repeat(1_000_000))]
    await expect(htmlOf({ ...one, br: (await document('/other')).br })).rejects.toThrow()
    await expect(htmlOf({ ...one, br: other.br })).rejects.toThrow(/larger|length/i)
  })
})

describe('packs in a folder', () => {
  let root: string
  const folders = () => ({
    temporary: path.join(root, 'tmp'),
    packs: path.join(root, 'packs'),
    pack: (digest: string) => path.join(root, 'packs', digest),
  })
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'packs-'))
    await mkdir(path.join(root, 'tmp'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const packsOf = async (...addresses: string[]) =>
    Promise.all(addresses.map(async (it) => packDocuments([await document(it)]))).then((packs) => packs.flat())

  it('are written once, whole, and leave nothing half behind', async () => {
    const packs = await packsOf('/', '/about')
    await writePacks(folders(), packs)
    await writePacks(folders(), packs)
    expect((await readdir(folders().packs)).sort()).toEqual(packs.map(({ digest }) => digest).sort())
    expect(await readdir(folders().temporary)).toEqual([])
    for (const { digest, content } of packs) expect(await readPack(folders(), digest)).toEqual(content)
  })

  it('take the place of what is damaged, and are refused by name until then', async () => {
    const [pack] = await packsOf('/')
    if (!pack) throw new Error('A document has a pack')
    await writePacks(folders(), [pack])
    await writeFile(folders().pack(pack.digest), 'damaged')
    await expect(readPack(folders(), pack.digest)).rejects.toThrow(`${pack.digest} is not what was composed`)
    await writePacks(folders(), [pack])
    expect(await readFile(folders().pack(pack.digest))).toEqual(pack.content)
  })

  it('go when nobody names them, and not while they are young', async () => {
    const [named, old, young] = await packsOf('/named', '/old', '/young')
    if (!named || !old || !young) throw new Error('A document has a pack')
    await writePacks(folders(), [named, old, young])
    const before = new Date(Date.now() - 7_200_000)
    for (const { digest } of [named, old]) await utimes(folders().pack(digest), before, before)
    await dropPacks(folders(), new Set([named.digest]), 3_600_000)
    expect((await readdir(folders().packs)).sort()).toEqual([named.digest, young.digest].sort())
    // What is named anew is as new.
    await utimes(folders().pack(young.digest), before, before)
    await writePacks(folders(), [young])
    await dropPacks(folders(), new Set(), 3_600_000)
    expect(await readdir(folders().packs)).toEqual([young.digest])
  })
})
