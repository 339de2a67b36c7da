import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { catalogFixture, type Fixture, writeFixture } from '../testing/fixture-release'
import { createTestRegistry, type TestRegistry } from '../testing/test-registry'
import { compareBuilds } from './compare-builds'
import { type VerifiedRelease, verifyRelease } from './verify-release'

const MAP = 'maps/courses.js.map'
const content: Record<string, string> = {
  ...catalogFixture().content,
  [MAP]: '{"version":3,"sources":["catalog/src/courses.tsx"]}',
}
const built = catalogFixture({ content })

let registry: TestRegistry
let honest: VerifiedRelease

beforeAll(async () => {
  registry = await createTestRegistry()
  honest = await write({})
})
afterAll(() => registry.remove())

async function write(fixture: Fixture): Promise<VerifiedRelease> {
  return verifyRelease(await writeFixture(registry.dist, { ...built, ...fixture }))
}

async function writeManifest(change: (json: Buffer) => Buffer): Promise<string> {
  const file = path.join(await writeFixture(registry.dist, built), 'release.json')
  await writeFile(file, change(await readFile(file)))
  return registry.dist
}

const withContent = (more: Record<string, string>) => write({ content: { ...content, ...more } })

describe('a release and what its sources build', () => {
  it('are the same, byte by byte', async () => {
    expect(compareBuilds(await write({}), honest)).toEqual([])
  })

  it.each([
    ['client/courses.js', /^client\/courses\.[0-9a-f]{8}\.js$/],
    ['client/courses.css', /^client\/courses\.[0-9a-f]{8}\.css$/],
    [MAP, /^maps\/courses\.js\.map$/],
    ['server/courses-page.cjs', /^server\/courses-page\.cjs$/],
    ['public/images/courses/1.svg', /^public\/images\/courses\/1\.svg$/],
  ])('differ by one byte of %s as one file, and both digests are named', async (file, name) => {
    const text = content[file] ?? ''
    const [first, ...others] = compareBuilds(await withContent({ [file]: `${text} ` }), honest)
    const digests = { published: sha256(`${text} `), built: sha256(text) }
    expect(first).toMatchObject({ file: expect.stringMatching(name), ...digests })
    if (file.startsWith('client/')) expect(first?.builtAs).toMatch(/^client\/courses\./)
    expect(others).toEqual([])
  })

  it('differ by a file more and by a file less, in the order of the files', async () => {
    const more = await withContent({ 'public/more.svg': '<svg/>' })
    expect(compareBuilds(more, honest)).toEqual([{ file: 'public/more.svg', published: sha256('<svg/>') }])
    expect(compareBuilds(honest, more)).toEqual([{ file: 'public/more.svg', built: sha256('<svg/>') }])
    const changed = await withContent({ 'server/courses-page.cjs': 'x', [MAP]: '{}', 'client/courses.js': 'x' })
    expect(compareBuilds(changed, honest).map(({ file }) => file.split('/')[0])).toEqual(['client', 'maps', 'server'])
  })

  const page = { module: './courses-page', path: '/courses' }
  const policy = { 'script-src': ['https://evil.example'] }
  const courses = [{ id: 1, title: 'First Aid', prices: [1], duration: '1 Day' }]
  it.each<[Fixture, object]>([
    [{ pages: [...(built.pages ?? []), page] }, { pointer: '/pages/1', published: JSON.stringify(page) }],
    [{ contract: 2 }, { pointer: '/contract', published: '2', built: '1' }],
    [{ contentSecurityPolicy: policy }, { pointer: '/contentSecurityPolicy', published: JSON.stringify(policy) }],
    [{ data: { courses } }, { pointer: '/data/courses/0/prices/0', published: '1', built: '129' }],
    [{ version: '0.1.1' }, { pointer: '/version', published: '"0.1.1"', built: '"0.1.0"' }],
    [{ data: { ...built.data, 'a/b~c': 1 } }, { pointer: '/data/a~1b~0c', published: '1' }],
  ])('differ by what release.json says: %j', async (fixture, value) => {
    const changed = await write(fixture)
    const difference = { file: 'release.json', published: changed.digest, built: honest.digest, value }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })

  it('differ by the bytes of a release.json that says the same', async () => {
    const changed = await verifyRelease(await writeManifest((json) => Buffer.concat([json, Buffer.from('\n')])))
    const difference = { file: 'release.json', published: changed.digest, built: honest.digest }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })

  // The digest covered decoded text, so two files of different bytes had the same one.
  it('cannot have the same digest by bytes that are no text', async () => {
    const folder = await writeManifest((json) => Buffer.concat([json, Buffer.of(0xff)]))
    await expect(verifyRelease(folder)).rejects.toThrow('is not text in UTF-8')
  })
})
