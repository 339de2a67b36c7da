import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadRelease } from '@platform/release/folder-registry/releases'
import { writeFixture } from '@platform/release/testing/fixture-release'
import { startNpmRegistry } from '@platform/release/testing/npm-registry'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { setUpSite, type TestSite } from '@platform/site/testing/test-site'
import { runAs } from '../testing/run-as'
import { createReleaseClone, honest, TAG, withScript } from '../testing/test-verification'
import { runProgram } from '../verification/build-again'

jest.setTimeout(60_000)

const environment = { ...process.env }
const team = createTeam()
const site = setUpSite((made) => made.publish(honest))
let clone: Awaited<ReturnType<typeof createReleaseClone>>
let temporary: string

beforeAll(async () => {
  clone = await createReleaseClone()
})
beforeEach(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'verify-'))
  process.env = { ...environment, TMPDIR: temporary }
  await clone.reset()
})
afterEach(async () => {
  process.env = { ...environment }
  await rm(temporary, { recursive: true, force: true })
})
afterAll(() => clone.remove())

async function publish(fixture: Parameters<TestSite['publish']>[0]): Promise<void> {
  await rm(site.copy.release('catalog', '0.1.0'), { recursive: true, force: true })
  await site.publish(fixture)
}

async function trustTeam(): Promise<void> {
  const key = path.join(temporary, 'catalog.pem')
  await writeFile(key, team.publicKey)
  await runAs(site)('ada', `keys add catalog ${key}`)
  await rm(key)
}

const verify = (release: string, ...options: string[]) => runAs(site)('ada', ['verify', release, ...options])
const run = (...options: string[]) => verify('catalog@0.1.0', '--from', clone.folder, ...options)
const agrees = async (...options: string[]) => expect(await run(...options)).toContain('the same byte by byte')
const differs = (message: string | RegExp) =>
  expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
const digestOf = async () => (await loadRelease(site.copy, 'catalog', '0.1.0')).digest

describe('site verify', () => {
  it('agrees with a release that its tag builds, and changes neither the site nor the clone', async () => {
    const before = await readAuditLog(site.store.audit)
    expect((await run()).split('\n')).toEqual([
      `building catalog@0.1.0 from commit ${clone.released} again`,
      'catalog@0.1.0: 5 files and release.json, not signed: the site trusts no key for this package',
      `  digest sha256:${await digestOf()}`,
      `  the same byte by byte as built from commit ${clone.released} (${TAG})`,
    ])
    expect(await readAuditLog(site.store.audit)).toEqual(before)
    expect(await site.copy.readPointer()).toBeUndefined()
    const left = [clone.git('status', '--porcelain'), clone.git('branch', '--all'), clone.wasBuiltIn()]
    expect(left).toEqual(['', '* main', false])
    expect(await readdir(temporary)).toEqual([])
  })

  it('names the first file that differs with both digests, or the value of release.json', async () => {
    await publish(withScript('send(document.cookie)'))
    await differs(
      /^catalog@0\.1\.0 is not what is built from commit \w{40} .*\n {2}client\/courses\.\w{8}\.js\n {4}published {2}sha256 \w{64}\n {4}built {6}sha256 \w{64} \(client\/courses\.\w{8}\.js\)$/,
    )
    await publish({ ...honest, data: { courses: 'none' } })
    await differs(/release\.json\n.*\n.*\n {2}at \/data\/courses\n {4}published {2}"none"\n {4}built {6}\[\{/)
  })

  it('compares a release with the digest that its team has announced, with a clone or without', async () => {
    const digest = await digestOf()
    expect(await verify('catalog@latest', '--digest', `sha256:${digest}`)).toContain('catalog@0.1.0: 5 files')
    await agrees('--digest', digest)
    const other = verify('catalog@latest', '--digest', '0'.repeat(64))
    await expect(other).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching('announced  000') })
    await expect(verify('catalog@latest', '--digest', digest.slice(0, 12))).rejects.toThrow(
      'is not the digest of a release',
    )
  })

  it.each([
    ['catalog@0.1.0', 'Name a clone'],
    ['catalog --from /nowhere', '"catalog" is not a release'],
    ['catalog@9.9.9 --from /nowhere', 'catalog@9.9.9 is not published'],
    ['../x@0.1.0 --from /nowhere', '../x@0.1.0 is not published'],
    ['catalog@0.1.0 --from /nowhere', "cannot change to '/nowhere'"],
    ['catalog@0.1.0 --from /', 'not a git repository'],
  ])('refuses "%s" with a message', async (words, message) => {
    await expect(verify(...(words.split(' ') as [string]))).rejects.toThrow(message)
  })

  it.each([
    ['agrees, and names the key that signed it', honest, /signed by the key \w{16}\n.*\n {2}the same byte by byte/],
    ['finds what the key signed and the sources do not build', withScript('send(1)'), /client\/courses\..*published/s],
  ])('fetches a release of the registry and %s', async (_what, fixture, message) => {
    const registry = await startNpmRegistry()
    const dist = await writeFixture(path.join(temporary, 'dist'), fixture)
    await signRelease(dist, team.privateKey)
    await registry.publish('catalog', '0.1.0', dist)
    await trustTeam()
    await rm(site.copy.release('catalog', '0.1.0'), { recursive: true })
    const words = ['verify', 'catalog@latest', '--from', clone.folder]
    const said = await runAs(site, { registry: registry.settings })('ada', words).catch((error: Error) => error.message)
    expect(said).toMatch(message)
    await registry.close()
  })
})

describe('site verify builds the tag alone', () => {
  it('and nothing of the working folder, also where git is made to overlook a change', async () => {
    await clone.rewrite(withScript('changed'))
    clone.git('update-index', '--assume-unchanged', 'catalog/release/release.json')
    await agrees()
  })

  it('and no later commit, branch of that name, hook or setting of the clone', async () => {
    clone.git('checkout', '--quiet', '-b', TAG)
    await clone.rewrite(withScript('of the branch'))
    clone.commit('feat(catalog): of the branch')
    const seen = path.join(temporary, 'seen')
    for (const hook of ['post-checkout', 'reference-transaction']) {
      await clone.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${seen}'\n`)
      await chmod(clone.at('.git/hooks', hook), 0o755)
    }
    clone.git('config', 'core.fsmonitor', `touch '${seen}'`)
    await agrees()
    expect(existsSync(seen)).toBe(false)
  })

  it('names the commit of a tag that was moved, and refuses a release without one', async () => {
    await clone.rewrite(withScript('moved'))
    const moved = clone.commit('feat(catalog): moved')
    clone.tag()
    await differs(`built from commit ${moved}`)
    await clone.rewrite({ ...honest, version: '0.0.9' })
    clone.commit('chore: of another version')
    clone.tag()
    await differs(/release\.json\n.*\n.*\n {2}at \/version\n {4}published {2}"0\.1\.0"\n {4}built {6}"0\.0\.9"/)
    const local = '0.2.0-local.h01234567'
    await site.publish({ ...honest, version: local })
    await expect(verify(`catalog@${local}`, '--from', clone.folder)).rejects.toThrow(
      `has no tag @site/catalog@${local}`,
    )
  })
})

describe('the build of site verify', () => {
  it('knows no secret of the shell', async () => {
    for (const name of ['OPERATOR_KEY', 'DATABASE_URL', 'npm_config_x']) process.env[name] = 'secret'
    const made = await clone.buildAlso(`if (Object.values(process.env).some((it) => it === 'secret')) process.exit(3)`)
    expect(await run()).toContain(`built from commit ${made}`)
  })

  it('cannot replace the published release', async () => {
    await publish(withScript('send(document.cookie)'))
    const folder = JSON.stringify(site.copy.release('catalog', '0.1.0'))
    const replace = `rmSync(${folder}, { recursive: true }); cpSync('release', ${folder}, { recursive: true })`
    await clone.buildAlso(`const { rmSync, cpSync } = require('fs'); ${replace}`)
    await differs(/client\/courses\./)
  })

  it('agrees with nothing when it fails or makes no whole release', async () => {
    await clone.buildAlso(`console.error('\\u001b[31mit cannot be'); process.exit(3)`)
    const failed = await run().catch((error) => error)
    expect([failed.exitCode, failed.message]).toEqual([
      1,
      expect.stringMatching(/npm run .* ended with 3\nit cannot be/),
    ])
    await clone.buildAlso(`require('fs').writeFileSync('release/client/more.js', 'unlisted')`)
    await expect(run()).rejects.toThrow('client/more.js')
    expect(await readdir(temporary)).toEqual([])
  })

  it('does not begin for a release that is damaged here or not signed by a trusted key', async () => {
    await clone.buildAlso(`require('fs').writeFileSync(${JSON.stringify(path.join(temporary, 'ran'))}, '')`)
    await trustTeam()
    await expect(run()).rejects.toThrow('is not signed')
    await writeFile(path.join(site.copy.release('catalog', '0.1.0'), 'server/courses-page.cjs'), 'changed')
    await expect(run()).rejects.toThrow('server/courses-page.cjs')
    expect(existsSync(path.join(temporary, 'ran'))).toBe(false)
  })

  // A planted package could build the published bytes.
  it('takes no packages of the clone, and is not waited for once it has ended', async () => {
    await clone.write('node_modules/planted/index.js', '')
    const left = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()`
    await clone.buildAlso(`try { require('planted'); process.exit(3) } catch { ${left} }`)
    await agrees()
  })

  it('is ended with every process that it has started', async () => {
    const cwd = tmpdir()
    const socket = path.join(temporary, 'socket')
    const server = createServer().listen(socket)
    const stop = new AbortController()
    const child = `require('net').connect(${JSON.stringify(socket)})`
    const parent = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}])`
    const start = () => runProgram('node', ['-e', parent], { cwd, signal: stop.signal })
    const running = expect(start()).rejects.toThrow('broken off')
    const [connection] = await once(server, 'connection')
    connection.on('error', () => {}).resume()
    const gone = once(connection, 'close')
    stop.abort()
    await running
    await gone
    server.close()
    await expect(start()).rejects.toThrow('broken off')
  })
})
