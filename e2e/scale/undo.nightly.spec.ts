import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { signRelease } from '../../scripts/lib/sign-release.mjs'
import { ensurePostgres, findPostgres } from '../../scripts/machine/postgres-programs.mjs'
import { startLoad, startVisits } from '../support/load'
import { routes } from '../support/routes'
import { packages, type Site } from '../support/site'
import { expect, test } from '../support/test'
import { createSmallDisk, startSlowLine } from './full-disk'
import { findNginx } from './programs'
import { createStage, type Machine } from './stage'

const CONNECTIONS = 10
const pages = routes.map((route) => route.path)

async function createKey(folder: string, name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const file = path.join(folder, `${name}.pem`)
  await writeFile(file, publicKey.export({ format: 'pem', type: 'spki' }))
  return { file, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

/** Locks like `pg_dump`: one reading transaction with a lock on every table. */
async function startDump(url: string) {
  const psql = spawn(path.join(findPostgres() ?? '', 'psql'), ['-At', url], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lock = `do $$ declare it text; begin
    for it in select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables where schemaname !~ '^pg_|^information' loop
      execute 'lock table ' || it || ' in access share mode';
    end loop; end $$;`
  let output = ''
  psql.stdout.on('data', (chunk) => (output += chunk))
  psql.stdin.write(`begin isolation level repeatable read;\n${lock}\nselect 'locked';\n`)
  await expect.poll(() => output).toContain('locked')
  return {
    isRunning: () => psql.exitCode === null,
    stop: () => psql.stdin.end('commit;\n'),
  }
}

async function publishCatalog(site: Site, version: string, pem: string): Promise<string> {
  const everywhere = [{ from: '"Available Courses"', to: `"Courses of ${version}"` }]
  const dist = await site.copyRelease('catalog', version, { everywhere })
  await signRelease(dist, pem)
  return dist
}

test('a rollback needs nothing: of three origins one is dead, one full, one slow, the database is being dumped, a key was retired and the newest composition is damaged, then what all share', async ({
  site,
}) => {
  test.skip(
    !findNginx() || !ensurePostgres(),
    'NGINX OR POSTGRESQL CANNOT BE INSTALLED: an undo at several machines is not tested',
  )
  test.setTimeout(600_000)
  const stage = await createStage(site, 'undo')
  const { folder, postgres, run, operate } = stage
  const line = await startSlowLine(new URL(postgres.url), 1_000_000)
  const disk = await createSmallDisk(path.join(folder, 'small-disk'), 96)
  const numberAt = async ({ url }: Machine) =>
    fetch(`${url}/composition.json`).then(
      async (response) => Object(await response.json()).number,
      () => undefined,
    )
  const shows = (origin: Machine, number: number) =>
    expect.poll(() => numberAt(origin), { intervals: [20] }).toBe(number)
  async function damage({ siteDir }: Machine, number: number, name: string): Promise<void> {
    const read = async (file: string) =>
      JSON.parse(String(brotliDecompressSync(await readFile(path.join(siteDir, file)))))
    const { list } = (await read(`compositions/${number}/composition.json.br`)).packages[name]
    const { pages } = await read(`blobs/${list.slice(0, 2)}/${list}`)
    const digests = Object.values<{ br: string }>(pages).map(({ br }) => `'${br}'`)
    postgres.query(`update site_blobs set content = 'damaged' where digest in (${digests})`)
  }
  let dump: Awaited<ReturnType<typeof startDump>> | undefined

  async function rollBack(to: number, followers: readonly Machine[], ...number: string[]): Promise<string> {
    const started = performance.now()
    const seconds = () => ((performance.now() - started) / 1_000).toFixed(2)
    const following = followers.map((origin) => shows(origin, to).then(seconds))
    const output = await operate('rollback', ...number)
    const command = seconds()
    console.log(
      `rollback to ${to}: the command took ${command} s, the origins showed it after ${await Promise.all(following)} s`,
    )
    return output
  }

  try {
    const dead = await stage.addOrigin()
    const full = await stage.addOrigin({}, disk.folder)
    const slow = await stage.addOrigin({ DATABASE_URL: line.url })
    const origins = [dead, full, slow]
    const url = await stage.startBalancer()
    const [before, after] = [await createKey(folder, 'before'), await createKey(folder, 'after')]

    await test.step('three origins show what was released last; the key of the first releases is retired', async () => {
      await operate('settings', '--public-url', url, '--sandbox')
      const added = await operate('keys', 'add', 'catalog', before.file)
      const [, retired = ''] = /key (\w+) of/.exec(added) ?? []
      for (const name of packages.filter((it) => it !== 'catalog')) {
        await operate('publish', name, '--from', await site.copyRelease(name, '2.0.0'))
      }
      await operate('publish', 'catalog', '--from', await publishCatalog(site, '2.0.0', before.pem))
      await operate('activate', ...packages.map((name) => `${name}@2.0.0`))
      await operate('publish', 'catalog', '--from', await publishCatalog(site, '2.1.0', before.pem))
      await operate('activate', 'catalog@2.1.0')
      await operate('keys', 'add', 'catalog', after.file)
      await operate('publish', 'catalog', '--from', await publishCatalog(site, '2.2.0', after.pem))
      await operate('activate', 'catalog@2.2.0')
      expect(await operate('keys', 'retire', 'catalog', retired)).toContain('2 releases')
      for (const origin of origins) await shows(origin, 3)
    })
    const load = startLoad(url, pages, CONNECTIONS)
    const visits = startVisits(url, ['/courses', '/', '/checkout'])

    await test.step('a release is not held up by the full disk, whose origin gives its visitors away', async () => {
      await disk.fill(full.siteDir)
      await operate('publish', 'catalog', '--from', await publishCatalog(site, '2.3.0', after.pem))
      await operate('activate', 'catalog@2.3.0')
      for (const origin of [dead, slow]) await shows(origin, 4)
      await full.has('/servez', 503)
      expect(Object(await (await fetch(`${full.url}/servez`)).json()).reason).toMatch(disk.error)
      await expect.poll(() => operate('status')).toMatch(/serves 3, out of service, .*(ENOSPC|EEXIST|ENOTDIR)/)
    })

    await test.step('back, past what is damaged, though nothing is as it should be', async () => {
      await damage(dead, 3, 'catalog')
      dump = await startDump(postgres.url)
      await dead.kill()
      const output = await rollBack(2, [slow])
      expect(output).toContain('Composition 2 is live again, in the place of 4')
      expect(output).toContain('Composition 3 cannot be gone back to: The blob ')
      expect(await (await fetch(`${url}/courses`)).text()).toContain('Courses of 2.1.0')
      await operate('hold', '--reason', 'a bad night')
      await damage(dead, 1, 'shell')
      expect(await rollBack(1, [slow])).toContain('It is damaged, as what was live is: The blob ')
      for (const number of [2, 1, 2, 1]) await rollBack(number, [slow], String(number))
      expect(dump.isRunning()).toBe(true)
    })

    await test.step('an origin starts while the dump goes on, and the full one shows what it has', async () => {
      dead.start()
      for (const origin of origins) await shows(origin, 1)
      for (const origin of origins) await origin.has('/servez', 200)
      expect(dump?.isRunning()).toBe(true)
    })

    await test.step('what a stolen key has signed is not gone back to', async () => {
      const [, stolen = ''] = /catalog +(\w+) +retired/.exec(await operate('keys', 'list')) ?? []
      expect(await operate('keys', 'revoke', 'catalog', stolen)).toContain('Visitors still get composition 1')
      const { code, output } = await run('rollback', '2')
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/catalog@2\.1\.0 is signed by the key \w+, which was revoked/),
      ])
    })

    const [asked, visited] = await Promise.all([load.stop(), visits.stop()])
    console.log(`${asked.answered} answers and ${visited.pages} whole pages meanwhile`)
    expect(asked.failures).toEqual([])
    expect(visited.failures).toEqual([])
    expect(asked.answered).toBeGreaterThan(CONNECTIONS)
  } finally {
    dump?.stop()
    await stage.stop()
    line.stop()
    await disk.remove()
  }
})
