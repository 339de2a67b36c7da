import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadRelease } from '@platform/release/folder-registry/releases'
import { type Fixture, writeFixture } from '@platform/release/testing/fixture-release'
import { startNpmRegistry } from '@platform/release/testing/npm-registry'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { runAs } from './testing/run-as'
import { createTestVerification, honest, TAG, withScript } from './testing/test-verification'

// Each starts npm and git.
jest.setTimeout(60_000)

let verification: Awaited<ReturnType<typeof createTestVerification>>
let site: typeof verification.site
let clone: typeof verification.clone
let temporary: string
let run: typeof verification.run

beforeEach(async () => {
  verification = await createTestVerification()
  ;({ site, clone, temporary, run } = verification)
})

afterEach(() => verification.remove())

const digestOf = async () => (await loadRelease(site.copy, 'catalog', '0.1.0')).digest
const differs = (message: string | RegExp) =>
  expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })

describe('site verify', () => {
  it('agrees with a release that its tag builds, and changes neither the site nor the clone', async () => {
    await site.publish(honest)
    const before = await readAuditLog(site.store.audit)
    expect((await run()).split('\n')).toEqual([
      `building catalog@0.1.0 of commit ${clone.released} again`,
      'catalog@0.1.0: 5 files and release.json, not signed, as no key is believed for it',
      `  digest sha256:${await digestOf()}`,
      `  the same byte by byte as built from commit ${clone.released} (${TAG})`,
    ])
    expect(await readAuditLog(site.store.audit)).toEqual(before)
    expect(await site.copy.readPointer()).toBeUndefined()
    expect([clone.git('status', '--porcelain'), clone.git('branch', '--all'), clone.wasBuiltIn()]).toEqual([
      '',
      '* main',
      false,
    ])
    expect(await readdir(temporary)).toEqual([])
  })

  it('names the first file that differs, with both digests', async () => {
    await site.publish(withScript('send(document.cookie)'))
    await differs(
      /^catalog@0\.1\.0 is not what is built from commit \w{40} .*\n {2}client\/courses\.\w{8}\.js\n {4}published {2}sha256 \w{64}\n {4}built {6}sha256 \w{64} \(client\/courses\.\w{8}\.js\)\nBuilt with the packages installed in the clone/,
    )
  })

  it('names the value of release.json that differs, without what would change the terminal', async () => {
    await site.publish({ ...honest, data: { courses: '\u001b[2J' } })
    await differs(/release\.json\n.*\n.*\n {2}at \/data\/courses\n {4}published {2}"\\u001b\[2J"\n {4}built {6}\[\{/)
  })

  it('holds a release against the digest that its team has announced, with a clone or without', async () => {
    await site.publish(honest)
    const verify = (digest: string) => runAs(site)('ada', ['verify', 'catalog@latest', '--digest', digest])
    expect(await verify(`sha256:${await digestOf()}`)).toContain('catalog@0.1.0: 5 files')
    expect(await run(`--digest ${await digestOf()}`)).toContain('the same byte by byte')
    await expect(verify('0'.repeat(64))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching('announced  000'),
    })
    await expect(verify((await digestOf()).slice(0, 12))).rejects.toThrow('is not the digest of a release')
  })

  it.each([
    ['verify', '<package>@<version> is missing'],
    ['verify catalog@0.1.0', 'Name a clone'],
    ['verify catalog --from /nowhere', '"catalog" is not a release'],
    ['verify catalog@9.9.9 --from /nowhere', 'catalog@9.9.9 is not published'],
    ['verify ../x@0.1.0 --from /nowhere', '../x@0.1.0 is not published'],
    ['verify catalog@0.1.0 --from /nowhere', "cannot change to '/nowhere'"],
    ['verify catalog@0.1.0 --from /', 'not a git repository'],
  ])('refuses "%s" with a message', async (command, message) => {
    await site.publish(honest)
    await expect(runAs(site)('ada', command)).rejects.toThrow(message)
  })
})

describe('site verify of a release in the teams’ registry', () => {
  let registry: Awaited<ReturnType<typeof startNpmRegistry>>
  const team = createTeam()

  beforeEach(async () => {
    registry = await startNpmRegistry()
    const key = path.join(temporary, 'catalog.pem')
    await writeFile(key, team.publicKey)
    await runAs(site)('ada', `keys add catalog ${key}`)
  })
  afterEach(() => registry.close())

  async function publish(fixture: Fixture): Promise<void> {
    const dist = await writeFixture(path.join(temporary, 'dist'), fixture)
    await signRelease(dist, team.privateKey)
    await registry.publish('catalog', '0.1.0', dist)
  }
  const verify = () => run('', { release: 'catalog@latest', registry: registry.settings })

  it('agrees, and says whose signature it bears', async () => {
    await publish(honest)
    expect(await verify()).toMatch(/5 files and release\.json, signed by the key \w{16}\n.*\n {2}the same byte by byte/)
  })

  it('finds what its team’s key has signed and its sources do not build', async () => {
    await publish(withScript('send(document.cookie)'))
    await expect(verify()).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(/client\/courses\./) })
  })
})
