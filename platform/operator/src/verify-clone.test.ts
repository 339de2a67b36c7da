import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeFixture } from '@platform/release/testing/fixture-release'
import { createTeam } from '@platform/release/testing/signing'
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

const differs = (message: string | RegExp) =>
  expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })

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

  // Files of the clone were linked: what a build wrote over one stood in the clone from then on.
  it('are copies: a build that writes over one leaves that of the clone as it was', async () => {
    await clone.buildAlso(
      `require('fs').writeFileSync('../node_modules/installed/index.js', 'globalThis.changed = true')`,
    )
    expect(await run()).toContain('the same byte by byte')
    expect(await readFile(clone.at('node_modules/installed/index.js'), 'utf8')).toBe('')
  })

  it('are not taken when they shall be installed anew', async () => {
    await expect(run('--install')).rejects.toThrow('npm ci --prefer-offline')
  })

  it('are not taken through links, behind which a build sees other paths', async () => {
    await rm(clone.at('node_modules/installed'), { recursive: true })
    const elsewhere = await writeFixture(path.join(temporary, 'elsewhere'), honest)
    await symlink(elsewhere, clone.at('node_modules/installed'))
    await expect(run()).rejects.toThrow('npm ci --prefer-offline')
  })
})
