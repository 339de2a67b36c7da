import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { installOnDemand } from '../support/install-on-demand.mjs'
import { answers, start } from './programs'

/** The newest that runs on Node 20; its dependency on a dist-tag of node-fetch is not in every mirror of the registry. */
const PACKAGES = { dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } }

export type Verdaccio = Awaited<ReturnType<typeof startVerdaccio>>

/**
 * A real npm registry on a free port, where each package may be published by one user.
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
  await answers(`${url}-/ping`, verdaccio, [200])
  return {
    url,
    /** A credential of its own, as a team's CI or the operator has one. */
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
