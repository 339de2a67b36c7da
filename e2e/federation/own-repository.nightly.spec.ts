import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { edit, endCommands, mustRun, READY, startCommand } from '../commands/command'
import { installOnDemand } from '../support/install-on-demand.mjs'
import { createSite, root } from '../support/site'
import { expect, hydrated, test } from '../support/test'

const folder = mkdtempSync(path.join(tmpdir(), 'own-repository-'))
const repository = path.join(folder, 'events')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
let stopRegistry = () => {}

test.setTimeout(900_000)
test.use({ expectedErrors: /Failed to load resource|ERR_|React error #419/ })
test.afterAll(() => {
  endCommands()
  stopRegistry()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** An npm registry of the teams, with nothing in it. */
async function startRegistry(): Promise<string> {
  const verdaccio = { dependencies: { verdaccio: '6.1.6' }, overrides: { 'node-fetch': '2.7.0' } }
  const program = path.join(installOnDemand('verdaccio', verdaccio), 'node_modules/verdaccio/bin/verdaccio')
  const config = path.join(folder, 'verdaccio.yaml')
  writeFileSync(config, `storage: ${folder}/storage\npackages:\n  '**': { access: $all, publish: $all }\n`)
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, [program, '--config', config, '--listen', new URL(url).host])
  stopRegistry = () => child.kill()
  const isUp = async () => (await fetch(`${url}/-/ping`).catch(() => undefined))?.ok
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
  return url
}

// A copy of a remote's folder elsewhere failed at once: all of its tools were `../` imports.
test('R190: a remote in a repository of its own is made, shown, released and live, without the sources of the site', async ({
  page,
}) => {
  const registry = await startRegistry()
  const npmrc = path.join(folder, 'npmrc')
  const own = path.join(homedir(), '.npmrc')
  const settings = [`//${new URL(registry).host}/:_authToken=any`, `@site:registry=${registry}`]
  writeFileSync(npmrc, [...(existsSync(own) ? [readFileSync(own, 'utf8')] : []), ...settings, ''].join('\n'))
  const env = {
    npm_config_userconfig: npmrc,
    RELEASE_REGISTRY: registry,
    RELEASE_REGISTRY_TOKEN: 'any',
    RELEASE_SIGNING_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
  await mustRun(root, 'node scripts/build-shared.mjs')
  for (const built of ['./shared/dist', './kit'])
    await mustRun(root, `npm publish ${built} --registry ${registry}`, env)

  const site = await createSite()
  await site.deploy()
  const url = await site.start()
  const before = await (await fetch(`${url}/composition.json`)).json()

  const type = (line: string, cwd = repository) => mustRun(cwd, line, env)
  await type(`npx --yes @site/remote-kit create events`, folder)
  await type('npm install')
  expect(await type('npm test')).toMatch(/Tests: +1 passed[\s\S]*events@\S+ is built in dist/)
  execFileSync('git', ['config', 'user.email', 'events@example.com'], { cwd: repository })
  execFileSync('git', ['config', 'user.name', 'Events'], { cwd: repository })
  await type('git add --all')
  await type('git commit --quiet --message feat:events')
  expect(await type('npm run release')).toMatch(/^events@1\.0\.0 sha256:\w{64}$/m)

  const key = path.join(folder, 'events.pem')
  writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }))
  for (const args of [
    ['keys', 'add', 'events', key],
    ['check', 'events@1.0.0'],
    ['activate', 'events@1.0.0'],
  ])
    expect(await site.runIn({ RELEASE_REGISTRY: registry }, ...args)).toMatchObject({ code: 0 })

  await expect.poll(async () => (await fetch(`${url}/events`)).status).toBe(200)
  expect(await (await fetch(`${url}/events`)).text(), 'rendered on the server').toMatch(/<h1[^>]*>Events<\/h1>/)
  await page.goto(url)
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  const { releases } = await (await fetch(`${url}/composition.json`)).json()
  expect(releases, 'no other package is another').toEqual({ ...before.releases, events: '1.0.0' })

  const dev = await startCommand(repository, `npm run dev -- --against ${url}`, env)
  await dev.writes(READY)
  await page.goto(`${dev.url}/events`)
  await hydrated(page)
  await edit(repository, 'src/events-page.tsx', 'lead="Write', 'lead="Edited: write')
  await expect(page.getByText('Edited: write what visitors find here.')).toBeVisible()
  await page.goto('about:blank')
  await dev.stop()

  await test.step('a pull request gets a preview link: both workflows run, with a stand-in for GitHub', async () => {
    execFileSync('git', ['commit', '--quiet', '--all', '--message', 'feat: another lead'], { cwd: repository })
    const gh = path.join(folder, 'gh')
    writeFileSync(gh, `#!/bin/sh\nfor it in "$@"; do printf '%s\\n' "$it"; done > ${folder}/gh.txt\n`, { mode: 0o755 })
    const PATH = `${folder}${path.delimiter}${process.env.PATH}`
    const asked = { PATH, LABEL: 'pr12', PULL_REQUEST: 'https://github.example/pull/12', SITE_REPOSITORY: 'shop/site' }
    await runStep(repository, '.github/workflows/release.yml', { ...env, ...asked })
    const [, release = ''] =
      /^release=(events@1\.0\.1-pr12\.\d+)$/m.exec(readFileSync(`${folder}/gh.txt`, 'utf8')) ?? []
    const previewed = { ...site.env, ...asked, RELEASE: release, RELEASE_REGISTRY: registry }
    await runStep(root, '.github/workflows/preview.yml', previewed)
    const [link = ''] = /(?<=three days: )http\S+$/m.exec(readFileSync(`${folder}/gh.txt`, 'utf8')) ?? []
    await expect(async () => {
      await page.goto(link)
      await page.goto(`${url}/events`)
      await expect(page.getByText('Edited: write what visitors find here.')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    expect(await (await fetch(`${url}/events`)).text(), 'other browsers').not.toContain('Edited: write')
    await page.goto(`${url}/preview/leave`)
  })

  for (const file of ['ui/index.js', 'ui/index.d.ts', 'federated-types.json'])
    change(`node_modules/@site/shared/${file}`, /PageOpening(?= \} from)/, 'PageOpening as FormerOpening')
  change('src/events-page.tsx', /PageOpening/g, 'FormerOpening')
  await mustRun(repository, 'npm run build', { ...env, RELEASE_VERSION: '1.0.1' })
  await site.mustRun('publish', 'events', '--from', path.join(repository, 'dist'))
  const refused = { code: 2, output: expect.stringContaining('FormerOpening') }
  expect(await site.run('check', 'events@1.0.1'), 'built with a shared that had another name').toEqual(refused)
  await site.remove()
})

/** Runs the first script of a workflow that has several lines. */
async function runStep(cwd: string, workflow: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [script = ''] = /(?<=run: \|\n)(?: {10}.+\n)+/.exec(readFileSync(path.join(cwd, workflow), 'utf8')) ?? []
  execFileSync('bash', ['-e', '-c', script], { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  rmSync(path.join(cwd, 'preview.txt'), { force: true })
}

function change(file: string, from: RegExp, to: string): void {
  const place = path.join(repository, file)
  writeFileSync(place, readFileSync(place, 'utf8').replace(from, to))
}
