import { sha256 } from '@platform/base/durable/digest'
import { catalogFixture, type Fixture, releaseOf } from '../testing/fixture-release'
import { compareBuilds } from './compare-builds'

const MAP = 'maps/courses.js.map'
const SERVER = 'server/courses-page.cjs'
const content = { ...catalogFixture().content, [MAP]: '{"version":3,"sources":["catalog/src/courses.tsx"]}' }
const built = catalogFixture({ content })
const write = (fixture: Fixture) => {
  const release = releaseOf({ ...built, ...fixture })
  return { release, digest: sha256(JSON.stringify(release)) }
}
const withContent = (more: Record<string, string>) => write({ content: { ...content, ...more } })
const honest = write({})

describe('a release and what its sources build', () => {
  it('differ by a file more and by a file less, and by other bytes in the order of the files', () => {
    const more = withContent({ 'public/more.svg': '<svg/>' })
    expect(compareBuilds(more, honest)).toEqual([{ file: 'public/more.svg', published: sha256('<svg/>') }])
    expect(compareBuilds(honest, more)).toEqual([{ file: 'public/more.svg', built: sha256('<svg/>') }])
    const changed = withContent({ [SERVER]: 'x', [MAP]: '{}', 'client/courses.css': 'x' })
    const hashed = expect.stringMatching(/^client\/courses\.[0-9a-f]{8}\.css$/)
    expect(compareBuilds(changed, honest)).toEqual([
      { file: hashed, published: sha256('x'), built: sha256('.courses{color:green}'), builtAs: hashed },
      { file: MAP, published: sha256('{}'), built: sha256(content[MAP]) },
      { file: SERVER, published: sha256('x'), built: expect.any(String) },
    ])
  })

  const page = { module: './courses-page', path: '/courses' }
  it.each<[Fixture, object]>([
    [{ pages: [...(built.pages ?? []), page] }, { pointer: '/pages/1', published: JSON.stringify(page) }],
    [{ data: { ...built.data, 'a/b~c': 1 } }, { pointer: '/data/a~1b~0c', published: '1' }],
  ])('differ by what release.json says: %j', (fixture, value) => {
    const changed = write(fixture)
    const difference = { file: 'release.json', published: changed.digest, built: honest.digest, value }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })

  it('differ by the bytes of a release.json that says the same', () => {
    const changed = { ...honest, digest: 'another' }
    const difference = { file: 'release.json', published: 'another', built: honest.digest }
    expect(compareBuilds(changed, honest)).toEqual([difference])
  })
})
