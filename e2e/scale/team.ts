import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { signRelease } from '../../scripts/lib/sign-release.mjs'
import { environment } from '../support/site'
import type { Verdaccio } from './verdaccio'

/** A team with a key of its own and a credential of the registry, as its CI has them. */
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
    /** Signs and publishes a built package with nothing but npm; `error` is what the registry said against it. */
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
