import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { catalogFixture, fileOf, writeFixture } from '../testing/fixture-release'
import { publishRelease } from './publish-release'
import { listReleases, loadRelease, type ReleaseFolders, resolveVersion } from './releases'

let root: string
let dist: string
let folders: ReleaseFolders
const script = `client/${fileOf(catalogFixture(), 'courses.js')}`

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'registry-'))
  const releases = path.join(root, 'releases')
  folders = {
    temporary: path.join(root, 'tmp'),
    releases,
    package: (name) => path.join(releases, name),
    release: (name, version) => path.join(releases, name, version),
    readKeys: async () => ({}),
  }
  dist = await writeFixture(path.join(root, 'dist'), catalogFixture())
})

afterEach(() => rm(root, { recursive: true }))

const publish = () => publishRelease(folders, { from: dist, quality: 1 })

async function changeRelease(change: (json: string) => string): Promise<void> {
  const file = path.join(dist, 'release.json')
  await writeFile(file, change(await readFile(file, 'utf8')))
}

describe('publishRelease', () => {
  it('takes a built package into the registry once, and refuses the same version with other content', async () => {
    expect(await publish()).toEqual({ package: 'catalog', version: '0.1.0', outcome: 'published' })
    expect(await listReleases(folders)).toMatchObject([{ package: 'catalog', version: '0.1.0' }])
    expect(await publish()).toMatchObject({ outcome: 'already published' })
    await writeFixture(dist, catalogFixture({ content: { 'client/courses.js': '/* other */' } }))
    await expect(publish()).rejects.toThrow('catalog@0.1.0 is already published with other content')
    const file = path.join(folders.release('catalog', '0.1.0'), script)
    expect(await readFile(file, 'utf8')).toBe('/* courses */')
  })

  const replace = (from: string | RegExp, to: string) => () => changeRelease((json) => json.replace(from, to))

  it.each<[string, () => Promise<void>, RegExp]>([
    ['a changed file', () => writeFile(path.join(dist, script), 'changed'), /does not match its digest/],
    ['a missing file', () => rm(path.join(dist, script)), /cannot be read/],
    ['an unlisted file', () => writeFile(path.join(dist, 'client/x.js'), ''), /client\/x.js .* is not listed/],
    ['a link', () => symlink('/etc/passwd', path.join(dist, 'client/link.js')), /link.js .* is not a plain file/],
    ['a file that is no JSON', () => changeRelease(() => '{'), /is not JSON/],
    // The digest covered decoded text, so two files of different bytes had the same one.
    ['bytes that are no text', () => appendFile(path.join(dist, 'release.json'), Buffer.of(0xff)), /not text in UTF-8/],
    ['a path that escapes', replace(`${script}":`, 'client/../../x":'), /files/],
    ['a foreign folder', replace(`${script}":`, 'etc/x":'), /files/],
    ['a package name with a path', replace('"catalog"', '"../x"'), /package/],
    ['a version that is none', replace('"0.1.0"', '"../1"'), /is not a version/],
    ['an entry of another host', replace(/"entry": "[^"]*"/, '"entry": "//e.example/x.js"'), /entry/],
    ['an unknown field', replace('"format"', '"extra": 1, "format"'), /not a valid release/],
    ['a path that leads upwards', replace('"/courses"', '"/courses/.."'), /\/pages\/0\/path must match pattern/],
    ['2 MB of data', replace('"data": {', `"data": { "more": "${'x'.repeat(2e6)}",`), /data is larger than 1 MB/],
    // A look-up by such a name found what every object has, and an activation waited for ever.
    ['a built-in name', replace('"data": {', '"data": { "constructor": 1,'), /has a field with the name "constructor"/],
    ['a package of such a name', replace('"catalog"', '"constructor"'), /package/],
    // Escapes reached the operator's terminal.
    ['a control character', replace('"First Aid"', '"\\u001b[2J"'), /has a control character at "title"/],
    ['text in the other direction', replace('"First Aid"', '"\u202egnp"'), /has a control character at "title"/],
    // The address of such a file would change its meaning.
    [
      'a browser file named by another content',
      async () => {
        await rename(path.join(dist, script), path.join(dist, 'client/courses.0123abcd.js'))
        await changeRelease((it) => it.replace(`${script}":`, 'client/courses.0123abcd.js":'))
      },
      /client\/courses\.0123abcd\.js .* does not bear the hash of its content/,
    ],
    [
      'format 5',
      replace('"format": 4', '"format": 5'),
      /is of format 5, and .* takes format 4. Update the site first\./,
    ],
  ])('a bad release is refused: %s', async (_name, injectFault, message) => {
    await injectFault()
    await expect(publish()).rejects.toThrow(message)
    for (const folder of [folders.releases, folders.temporary]) {
      expect(await readdir(folder, { recursive: true })).toEqual([])
    }
  })

  it('refuses a kept release of an older format, and its version stays taken', async () => {
    await publish()
    const kept = path.join(folders.release('catalog', '0.1.0'), 'release.json')
    await writeFile(kept, (await readFile(kept, 'utf8')).replace('"format": 4', '"format": 3'))
    await expect(loadRelease(folders, 'catalog', '0.1.0')).rejects.toThrow(
      'catalog/0.1.0/release.json is of format 3, and this site takes format 4. Build it anew.',
    )
    await expect(publish()).rejects.toThrow('catalog@0.1.0 is already published with other content')
  })

  it('refuses a folder without a build', async () => {
    await expect(publishRelease(folders, { from: '/nowhere' })).rejects.toThrow('Build the package first')
  })

  it('refuses another package than the one named', async () => {
    const options = { from: dist, expectedPackage: 'content' }
    await expect(publishRelease(folders, options)).rejects.toThrow('holds a release of catalog, not of content')
  })

  it('takes two publications of the same build at once', async () => {
    const outcomes = await Promise.all([publish(), publish()])
    expect(outcomes).toHaveLength(2)
    expect(await listReleases(folders)).toHaveLength(1)
  })
})

describe('resolveVersion', () => {
  const publishVersion = async (version: string) => {
    await writeFixture(dist, catalogFixture({ version }))
    await publish()
  }

  it('takes the one published last for latest, whatever its number', async () => {
    for (const version of ['0.2.0', '0.1.0']) {
      await publishVersion(version)
      const file = path.join(folders.release('catalog', version), 'release.json')
      const earlier = new Date((await stat(file)).mtimeMs - 1_000 * (version === '0.2.0' ? 2 : 1))
      await utimes(file, earlier, earlier)
    }
    expect(await resolveVersion(folders, 'catalog', 'latest')).toBe('0.1.0')

    await publishVersion('0.2.0')
    expect(await resolveVersion(folders, 'catalog', 'latest')).toBe('0.2.0')
    const unknown = resolveVersion(folders, 'catalog', '9.9.9')
    await expect(unknown).rejects.toThrow('catalog@9.9.9 is not published. Published are 0.2.0, 0.1.0')
  })

  it.each([
    ['catalog', '../catalog'],
    ['..', '0.1.0'],
    ['nothing', 'latest'],
  ])('refuses %s@%s', async (name, version) => {
    await expect(resolveVersion(folders, name, version)).rejects.toThrow(/published/)
  })
})
