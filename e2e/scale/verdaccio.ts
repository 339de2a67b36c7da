import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { signRelease } from '../../scripts/lib/sign-release.mjs'
import { installOnDemand } from '../support/install-on-demand.mjs'
import { environment } from '../support/site'
import { answers, start } from './stage'

/** The newest for Node 20; some mirrors lack its dist-tag of node-fetch. */
const PACKAGES = { dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } }

export type Verdaccio = Awaited<ReturnType<typeof startVerdaccio>>

/**
 * A real npm registry; one user may publish each package.
 * @param owners package → user
 */
export async function startVerdaccio(folder: string, owners: Readonly<Record<string, string>>) {
  const installed = installOnDemand('verdaccio', PACKAGES)
  await mkdir(folder, { recursive: true })
  const rules = Object.entries(owners).map(
    ([name, user]) => `  '${name}':\n    access: $authenticated\n    publish: ${user}\n    unpublish: nobody\n`,
  )
  const config = `storage: ${folder}/storage
auth: { htpasswd: { file: ${folder}/htpasswd, max_users: 100 } }
packages:
${rules.join('')}  '**': { access: $authenticated, publish: nobody }
log: { type: stdout, format: json, level: warn }
`
  await writeFile(path.join(folder, 'config.yaml'), config)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const program = path.join(installed, 'node_modules/verdaccio/bin/verdaccio')
  const verdaccio = start(process.execPath, [
    program,
    '-c',
    path.join(folder, 'config.yaml'),
    '-l',
    `127.0.0.1:${port}`,
  ])
  await answers(`${url}-/ping`, verdaccio, 200)
  return {
    url,
    async createUser(name: string): Promise<string> {
      const response = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, password: `password of ${name}` }),
      })
      const { token } = Object(await response.json())
      if (typeof token !== 'string') throw new Error(`Verdaccio gives ${name} no token: ${response.status}`)
      return token
    },
    async stop() {
      verdaccio.child.kill('SIGTERM')
      await verdaccio.ended
    },
  }
}

export async function createTeam(user: string, registry: Verdaccio, folder: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const npmrc = path.join(folder, `${user}.npmrc`)
  const token = await registry.createUser(user)
  await writeFile(npmrc, `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=${token}\n`)
  const publicKeyFile = path.join(folder, `${user}.pem`)
  await writeFile(publicKeyFile, publicKey.export({ format: 'pem', type: 'spki' }))
  return {
    publicKeyFile,
    async publish(dist: string): Promise<{ error: string | undefined }> {
      await signRelease(dist, pem)
      const env = { ...environment, NPM_CONFIG_USERCONFIG: npmrc, npm_config_cache: path.join(folder, 'npm-cache') }
      const args = ['publish', dist, '--ignore-scripts']
      return new Promise((resolve) => {
        execFile('npm', args, { cwd: folder, env }, (error, _stdout, stderr) => {
          resolve({ error: error ? stderr : undefined })
        })
      })
    },
  }
}
