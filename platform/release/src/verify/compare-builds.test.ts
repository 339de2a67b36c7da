import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { catalogFixture, type Fixture, writeFixture } from '../testing/fixture-release'
import { compareBuilds } from './compare-builds'
import { type VerifiedRelease, verifyRelease } from './verify-release'

const MAP = 'maps/courses.js.map'
const SERVER = 'server/courses-page.cjs'
const content = { ...catalogFixture().content, [MAP]: '{"version":3,"sources":["catalog/src/courses.tsx"]}' }
const built = catalogFixture({ content })

let folder: string
let honest: VerifiedRelease

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'builds-'))
  honest = await write({})
})
afterAll(() => rm(folder, { recursive: true }))

async function write(fixture: Fixture): Promise<VerifiedRelease> {
  return verifyRelease(await writeFixture(folder, { ...built, ...fixture }))
}

async function writeManifest(more: Uint8Array): Promise<string> {
  const file = path.join(await writeFixture(folder, built), 'release.json')
  await writeFile(file, Buffer.concat([await readFile(file), more]))
  return folder
}

const withContent = (more: Record<string, string>) => write({ content: { ...content, ...more } })

describe('a release and what its sources build', () => {
  it('differ by a file more and by a file less, and by other bytes in the order of the files', async () => {
    const more = await withContent({ 'public/more.svg': '<svg/>' })
    expect(compareBuilds(more, honest)).toEqual([{ file: 'public/more.svg', published: sha256('<svg/>') }])
    expect(compareBuilds(honest, more)).toEqual([{ file: 'public/more.svg', built: sha256('<svg/>') }])
    const changed = await withContent({ [SERVER]: 'x', [MAP]: '{}', 'client/courses.css': 'x' })
    const hashed = expect.stringMatching(/^client\/courses\.[0-9a-f]{8}\.css$/)
    expect(compareBuilds(changed, honest)).toEqual([
      { file: hashed, published: sha256('x'), built: sha256('.courses{color:green}'), builtAs: hashed },
      { file: MAP, published: sha256('{}'), built: sha256(content[MAP]) },
      { file: SERVER, published: sha256('x'), built: expect.any(String) },
    ])
  })

  const page = { module: './courses-page', path: '/courses' }
  const courses = [{ id: 1, title: 'First Aid', prices: [1], duration: '1 Day' }]
  it.each<[Fixture, object]>([
    [{ pages: [...(built.pages ?? []), page] }, { pointer: '/pages/1', published: JSON.stringify(page) }],
    [{ contract: 2 }, { pointer: '/contract', published: '2', built: '1' }],
    [{ data: { courses } }, { pointer: '/data/courses/0/prices/0', published: '1', built: '129' }],
    [{ data: { ...built.data, 'a/b~c': 1 } }, { pointer: '/data/a~1b~0c', published: '1' }],
  ])('differ by what release.json says: %j', async (fixture, value) => {
    const changed = await write(fixture)
    const difference = { file: 'release.json', published: changed.digest, built: honest.digest, value }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })

  it('differ by the bytes of a release.json that says the same', async () => {
    const changed = await verifyRelease(await writeManifest(Buffer.from('\n')))
    const difference = { file: 'release.json', published: changed.digest, built: honest.digest }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })

  // The digest covered decoded text, so two files of different bytes had the same one.
  it('cannot have the same digest by bytes that are no text', async () => {
    await expect(verifyRelease(await writeManifest(Buffer.of(0xff)))).rejects.toThrow('is not text in UTF-8')
  })
})
