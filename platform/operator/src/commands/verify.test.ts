import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadRelease } from '@platform/release/folder-registry/releases'
import { type Fixture, writeFixture } from '@platform/release/testing/fixture-release'
import { startNpmRegistry } from '@platform/release/testing/npm-registry'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { runAs } from '../testing/run-as'
import { createTestVerification, honest, TAG, withScript } from '../testing/test-verification'

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

describe('site verify believes the tag alone, of all that a clone says:', () => {
  it('what stands in its folder is not built, also where git is made to overlook it', async () => {
    await site.publish(honest)
    await clone.rewrite(withScript('changed'))
    expect(await run()).toMatch(/has \d changed files: nothing of that was built.*\n.*5 files/)
    clone.git('update-index', '--assume-unchanged', 'catalog/release/release.json')
    expect(await run()).toContain('the same byte by byte')
  })

  it('a later commit is not, and is said to be there', async () => {
    await site.publish(honest)
    await clone.rewrite(withScript('later'))
    const head = clone.commit('feat(catalog): later')
    expect(await run()).toContain(
      `is at another commit (${head.slice(0, 12)}): nothing of that was built, only what ${TAG}`,
    )
  })

  it('a branch of its name is not, nor what hooks and settings of the clone would do', async () => {
    await site.publish(honest)
    clone.git('checkout', '--quiet', '-b', TAG)
    await clone.rewrite(withScript('of the branch'))
    clone.commit('feat(catalog): of the branch')
    const seen = path.join(temporary, 'seen')
    for (const hook of ['post-checkout', 'reference-transaction']) {
      await writeFile(clone.at('.git/hooks', hook), `#!/bin/sh\ntouch '${seen}'\n`, { mode: 0o755 })
    }
    clone.git('config', 'core.fsmonitor', `touch '${seen}'`)
    expect(await run()).toContain('the same byte by byte')
    expect(existsSync(seen)).toBe(false)
  })

  it('a tag that was moved builds something else, and its commit is named', async () => {
    await site.publish(honest)
    await clone.rewrite(withScript('moved'))
    const moved = clone.commit('feat(catalog): moved')
    clone.tag()
    await differs(`built from commit ${moved}`)
  })

  it('a tag of another version is none of that release', async () => {
    await site.publish(honest)
    await clone.write('catalog/package.json', { name: '@site/catalog', version: '0.0.9', scripts: {} })
    clone.commit('chore: of another version')
    clone.tag()
    await differs(/catalog\/package\.json says 0\.0\.9: it builds no catalog@0\.1\.0/)
  })

  it('a release that bears a version without a tag is refused', async () => {
    await site.publish({ ...honest, version: '0.2.0-local.h01234567' })
    await expect(run('', { release: 'catalog@0.2.0-local.h01234567' })).rejects.toThrow(
      /has no tag @site\/catalog@0\.2\.0-local/,
    )
  })
})

describe('site verify lets nothing of what it builds have a say:', () => {
  it('it knows no secret of the shell', async () => {
    await site.publish(honest)
    Object.assign(process.env, {
      OPERATOR_KEY: 'secret',
      DATABASE_URL: 'secret',
      RELEASE_REGISTRY_TOKEN: 'secret',
      npm_config_x: 'secret',
    })
    const made = await clone.buildAlso(`if (Object.values(process.env).some((it) => it === 'secret')) process.exit(3)`)
    expect(await run()).toContain(`built from commit ${made}`)
  })

  it('a build that writes over the published release is compared with what was published', async () => {
    await site.publish(withScript('send(document.cookie)'))
    const folder = site.copy.release('catalog', '0.1.0')
    await clone.buildAlso(
      `require('fs').rmSync(${JSON.stringify(folder)}, { recursive: true }); require('fs').cpSync('release', ${JSON.stringify(folder)}, { recursive: true })`,
    )
    await differs(/client\/courses\./)
  })

  it('a build that fails, or makes no whole release, agrees with nothing', async () => {
    await site.publish(honest)
    await clone.buildAlso(`console.error('it cannot be'); process.exit(3)`)
    await expect(run()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/npm run .*\n.*it cannot be/s),
    })
    await clone.buildAlso(`require('fs').writeFileSync('release/client/more.js', 'unlisted')`)
    await expect(run()).rejects.toThrow('client/more.js')
    expect(await readdir(temporary)).toEqual([])
  })

  it('nothing of the clone runs for a release that is damaged here, or that nobody believed has signed', async () => {
    await site.publish(honest)
    await clone.buildAlso(`require('fs').writeFileSync(${JSON.stringify(path.join(temporary, 'ran'))}, '')`)
    const key = path.join(temporary, 'catalog.pem')
    await writeFile(key, createTeam().publicKey)
    await runAs(site)('ada', `keys add catalog ${key}`)
    await expect(run()).rejects.toThrow('is not signed')
    await writeFile(path.join(site.copy.release('catalog', '0.1.0'), 'server/courses-page.cjs'), 'changed')
    await expect(run()).rejects.toThrow('server/courses-page.cjs')
    expect(existsSync(path.join(temporary, 'ran'))).toBe(false)
  })
})

describe('packages to build with', () => {
  beforeEach(() => site.publish(honest))

  it.each([
    ['of another version', { version: '1.0.1' }],
    ['of another content', { integrity: `sha512-${'B'.repeat(86)}==` }],
  ])('are not taken from a clone that has installed some %s', async (_what, other) => {
    const lock = JSON.parse(clone.git('show', 'HEAD:package-lock.json'))
    Object.assign(lock.packages['node_modules/installed'], other)
    await clone.write('node_modules/.package-lock.json', lock)
    await expect(run()).rejects.toThrow('npm ci --prefer-offline')
  })

  // Files of the clone were linked, so a build that wrote to one changed the clone.
  it('are copies, unless they shall be installed anew: a build that writes over one leaves that of the clone as it was', async () => {
    await clone.buildAlso(
      `require('fs').writeFileSync('../node_modules/installed/index.js', 'globalThis.changed = true')`,
    )
    expect(await run()).toContain('the same byte by byte')
    expect(await readFile(clone.at('node_modules/installed/index.js'), 'utf8')).toBe('')
    await expect(run('--install')).rejects.toThrow('npm ci --prefer-offline')
  })

  it('are not taken through links, behind which a build sees other paths', async () => {
    await rm(clone.at('node_modules/installed'), { recursive: true })
    const elsewhere = await writeFixture(path.join(temporary, 'elsewhere'), honest)
    await symlink(elsewhere, clone.at('node_modules/installed'))
    await expect(run()).rejects.toThrow('npm ci --prefer-offline')
  })
})
