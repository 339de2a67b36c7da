import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { packJson } from './blob-files'
import { COMPOSITION_FILE, type CompositionFolders, readCompositionJson } from './composition-folder'
import { readOutline } from './composition-outline'
import { unpackKnown } from './known-documents'
import { unpackList } from './page-list'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'composition-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, content: Buffer | string) => writeFile(path.join(folder, name), content)
const folders = { composition: () => folder, checkComposition: async () => {} } as unknown as CompositionFolders

describe('what a composition says', () => {
  it.each([
    ['cut off', () => brotliCompressSync('{"number":1}').subarray(0, 8)],
    // A few bytes could unpack to more than a reader's memory.
    ['longer than any site’s', () => brotliCompressSync(Buffer.alloc(65 * 1024 * 1024))],
  ])('is refused where it is %s', async (_what, contentOf) => {
    await write(COMPOSITION_FILE, contentOf())
    await expect(readCompositionJson(folder)).rejects.toThrow(`${COMPOSITION_FILE} is damaged: it cannot be unpacked`)
  })

  it('of another version of this program is named by its format', async () => {
    await write(COMPOSITION_FILE, brotliCompressSync(JSON.stringify({ format: 4 })))
    const message = /has format 4, and this program reads 5: activate all releases of the site again/
    await expect(readOutline(folders, 1)).rejects.toThrow(message)
  })
})

it.each([
  ['a list', unpackList],
  ['what is known', unpackKnown],
])('nothing else is taken for %s', (_what, unpack) => {
  expect(() => unpack(packJson({ documents: [{ address: '/' }] }).content)).toThrow(/^It is no list/)
  expect(() => unpack(Buffer.from('damaged'))).toThrow()
})
