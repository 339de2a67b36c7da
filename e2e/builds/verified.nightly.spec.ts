import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { endCommands, mustRun, runCommand } from '../commands/command'
import { cloneInto, copies, git, linkInstalled } from '../support/copies.mjs'
import { copyRelease } from '../support/release-copy'
import { root } from '../support/site'
import { expect, test } from '../support/test'

const place = path.join(copies, 'verified')
const team = path.join(place, 'of the team')
const anybody = path.join(place, 'of anybody/somewhere else')
/** In the file system of `node_modules`, for hard links. */
const env = { SITE_DIR: path.join(place, 'site'), TMPDIR: path.join(place, 'tmp') }
const VERIFY =
  /^To check it in another clone: (npm run site -- verify (catalog@(\S+)) --digest sha256:(\w{64}) --from \.)$/m

let released: { line: string; release: string; version: string; digest: string }

test.setTimeout(900_000)

test.beforeAll(async () => {
  test.setTimeout(900_000)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(env.TMPDIR, { recursive: true })
  cloneInto(team)
  linkInstalled(root, team)
  const output = await mustRun(team, 'npm run release -- catalog', env)
  const [, line = '', release = '', version = '', digest = ''] = VERIFY.exec(output) ?? []
  expect(line, output).not.toBe('')
  released = { line, release, version, digest }
  git(place, 'clone', '--quiet', team, anybody)
  linkInstalled(root, anybody)
})

test.afterEach(async () => {
  for (const { line, output } of endCommands()) {
    await test.info().attach(line, { body: output, contentType: 'text/plain' })
  }
})

test.afterAll(() => rmSync(place, { recursive: true, force: true }))

test('what a release says of itself is true in any other clone, by the very line that it has printed', async () => {
  const { line, release, digest } = released
  const output = await mustRun(anybody, line, env)
  expect(output).toContain(`${release}: `)
  expect(output).toContain(`digest sha256:${digest}`)
  expect(output).toContain(`the same byte by byte as built from commit ${git(team, 'rev-parse', 'HEAD').trim()}`)
  expect(git(anybody, 'status', '--porcelain')).toBe('')
})

test('a script that was changed after the build is named, with both digests', async () => {
  const { release, version } = released
  const changed = path.join(place, 'changed')
  const dist = path.join(place, 'dist')
  const site = { ...env, SITE_DIR: path.join(place, 'changed site') }
  cpSync(path.join(team, 'catalog/dist'), dist, { recursive: true })
  const client = [{ from: 'Clear search and filters', to: 'Clear filters and search' }]
  await copyRelease({ from: dist, to: changed, name: 'catalog', version, client })
  await mustRun(anybody, `npm run site -- publish catalog --from ${changed}`, site)
  const { code, output } = await runCommand(anybody, `npm run site -- verify ${release} --from .`, site)
  expect(output).toContain(`${release} is not what is built from commit`)
  expect(output).toMatch(/client\/courses-page\.[0-9a-f]{8}\.js/)
  expect(output).toMatch(/published {2}sha256 \w{64}\n +built {6}sha256 \w{64}/)
  expect(code).toBe(2)
})
