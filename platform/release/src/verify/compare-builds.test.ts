import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { catalogFixture, type Fixture, writeFixture } from '../testing/fixture-release'
import { createTestRegistry, type TestRegistry } from '../testing/test-registry'
import { compareBuilds } from './compare-builds'
import { type VerifiedRelease, verifyRelease } from './verify-release'

const MAP = 'maps/courses.js.map'
const built = catalogFixture({ content: { [MAP]: '{"version":3,"sources":["catalog/src/courses.tsx"]}' } })

let registry: TestRegistry
let honest: VerifiedRelease

beforeAll(async () => {
  registry = await createTestRegistry()
  honest = await write(built)
})
afterAll(() => registry.remove())

async function write(fixture: Fixture): Promise<VerifiedRelease> {
  return verifyRelease(await writeFixture(registry.dist, fixture))
}

const withContent = (content: Record<string, string>) => write({ ...built, content: { ...built.content, ...content } })

const without = (file: string) => {
  const { [file]: _, ...content } = built.content ?? {}
  return write({ ...built, content })
}

describe('a release and what its sources build', () => {
  it('are the same, byte by byte', async () => {
    expect(compareBuilds(await write(built), honest)).toEqual([])
  })

  it.each([
    ['a script', 'client/courses.js', /^client\/courses\.[0-9a-f]{8}\.js$/],
    ['a style sheet', 'client/courses.css', /^client\/courses\.[0-9a-f]{8}\.css$/],
    ['a map', MAP, /^maps\/courses\.js\.map$/],
    ['a bundle of the server', 'server/courses-page.cjs', /^server\/courses-page\.cjs$/],
    ['a picture', 'public/images/courses/1.svg', /^public\/images\/courses\/1\.svg$/],
  ])('differ by one byte of %s, and both digests are named', async (_what, file, name) => {
    const text = built.content?.[file] ?? ''
    const [first, ...others] = compareBuilds(await withContent({ [file]: `${text} ` }), honest)
    expect(first).toMatchObject({
      file: expect.stringMatching(name),
      published: sha256(`${text} `),
      built: sha256(text),
    })
    expect(others).toEqual([])
  })

  it('differ by a script whose name bears another hash: it is one file, not one more and one less', async () => {
    const [first] = compareBuilds(await withContent({ 'client/courses.js': 'send(document.cookie)' }), honest)
    expect(first?.file).toMatch(/^client\/courses\./)
    expect(first?.builtAs).toMatch(/^client\/courses\./)
    expect(first?.builtAs).not.toBe(first?.file)
  })

  it('differ by a file more, and by a file less', async () => {
    const more = await withContent({ 'public/more.svg': '<svg/>' })
    expect(compareBuilds(more, honest)).toEqual([{ file: 'public/more.svg', published: sha256('<svg/>') }])
    expect(compareBuilds(honest, more)).toEqual([{ file: 'public/more.svg', built: sha256('<svg/>') }])
    const less = await without(MAP)
    expect(compareBuilds(less, honest)).toEqual([{ file: MAP, built: sha256(built.content?.[MAP] ?? '') }])
  })

  it('name the first of many by the order of the files', async () => {
    const changed = await withContent({
      'server/courses-page.cjs': 'changed',
      [MAP]: '{}',
      'client/courses.js': 'changed',
    })
    expect(compareBuilds(changed, honest).map(({ file }) => file.split('/')[0])).toEqual(['client', 'maps', 'server'])
  })

  const page = { module: './courses-page', path: '/courses' }
  it.each<[string, Fixture, object]>([
    [
      'a page more',
      { pages: [...(built.pages ?? []), page] },
      { pointer: '/pages/1', published: JSON.stringify(page) },
    ],
    ['the contract', { contract: 2 }, { pointer: '/contract', published: '2', built: '1' }],
    [
      'a host that pages may reach',
      { contentSecurityPolicy: { 'script-src': ['https://evil.example'] } },
      { pointer: '/contentSecurityPolicy', published: '{"script-src":["https://evil.example"]}' },
    ],
    [
      'a price',
      { data: { courses: [{ id: 1, title: 'First Aid', prices: [1], duration: '1 Day' }] } },
      { pointer: '/data/courses/0/prices/0', published: '1', built: '129' },
    ],
    ['the version', { version: '0.1.1' }, { pointer: '/version', published: '"0.1.1"', built: '"0.1.0"' }],
    ['a name with a slash', { data: { ...built.data, 'a/b~c': 1 } }, { pointer: '/data/a~1b~0c', published: '1' }],
  ])('differ by what release.json says: %s', async (_what, fixture, value) => {
    const changed = await write({ ...built, ...fixture })
    expect(compareBuilds(changed, honest)).toEqual([
      { file: 'release.json', published: changed.digest, built: honest.digest, value },
    ])
  })

  // The digest covered decoded text, so two files of different bytes had the same one.
  it('cannot have the same digest by bytes that are no text', async () => {
    const folder = await writeFixture(registry.dist, { ...built, data: { note: '\ufffd' } })
    const file = path.join(folder, 'release.json')
    const [before = '', after = ''] = (await readFile(file, 'utf8')).split('\ufffd')
    await writeFile(file, Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]))
    await expect(verifyRelease(folder)).rejects.toThrow('is not text in UTF-8')
  })

  it('differ by the bytes of a release.json that says the same', async () => {
    const folder = await writeFixture(registry.dist, built)
    const file = path.join(folder, 'release.json')
    await writeFile(file, `${await readFile(file, 'utf8')}\n`)
    const changed = await verifyRelease(folder)
    expect(compareBuilds(changed, honest)).toEqual([
      { file: 'release.json', published: changed.digest, built: honest.digest },
    ])
  })
})
