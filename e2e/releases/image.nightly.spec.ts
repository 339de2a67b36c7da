import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { cloneInto, copies } from '../support/copies.mjs'
import { environment } from '../support/site'
import { expect, test } from '../support/test'

const NOBODY = 65_534
const MOST_KILOBYTES = 300 * 1024
const folder = path.join(copies, 'image')

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The steps of deploy/Dockerfile and deploy/demo.yaml, without a container engine. */
test('the image holds at most 300 MB of packages and serves its own releases within 30 s, without rights or a home', async ({
  request,
}) => {
  test.setTimeout(1_200_000)
  rmSync(folder, { recursive: true, force: true })
  const within = (name: string) => path.join(folder, name)
  const [source, out, home, state] = [within('source'), within('app'), within('home'), within('state')]
  for (const each of [home, state]) mkdirSync(each, { recursive: true })
  cloneInto(source)
  const env = { ...environment, HOME: home }
  execFileSync('sh', ['deploy/assemble.sh', out], { cwd: source, env, stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(source, { recursive: true })
  // The command of every how-to was missing.
  execFileSync('npm', ['run', '--silent', 'site', '--', '--help'], { cwd: out, env, stdio: 'ignore' })
  const size = Number(execFileSync('du', ['-sk', path.join(out, 'node_modules')], { encoding: 'utf8' }).split('\t')[0])
  expect(size).toBeLessThan(MOST_KILOBYTES)

  execFileSync('chmod', ['-R', 'a+rX,a-w', out])
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(state, NOBODY, NOBODY)
  chmodSync(state, 0o700)
  const PORT = String(await freePort())
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: out,
    env: {
      ...{ PATH: process.env.PATH, HOME: '/nonexistent', PORT, PUBLIC_URL: `http://localhost:${PORT}` },
      ...{ SITE_DIR: path.join(state, 'site'), DATA_DIR: path.join(state, 'data'), TMPDIR: state },
    },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await expect(async () => {
      const answer = await request.get(`http://localhost:${PORT}/courses`)
      expect(await answer.text()).toContain('27 courses found')
    }).toPass({ timeout: 30_000 })
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
})
