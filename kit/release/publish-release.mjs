import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { run } from '../lib/run.mjs'

const readOutput = promisify(execFile)

/**
 * Publishes a signed release to the npm registry.
 * A prerelease goes to the channel of its first identifier (`1.6.0-pr12.1`: `pr12`), never to `latest`.
 * Equal bytes in the registry count as published: an earlier answer was lost.
 */
export async function publishToRegistry(dist, { registry, version }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'))
  try {
    const { host, pathname } = new URL(registry.endsWith('/') ? registry : `${registry}/`)
    const settings = path.join(folder, 'npmrc')
    // npm reads the credential from the environment; no disk stores it.
    await writeFile(settings, `//${host}${pathname}:_authToken=\${RELEASE_REGISTRY_TOKEN}\n`)
    const channel = /^[^-+]+-([a-z0-9-]*)/i.exec(version)?.[1]
    const tag = channel === undefined ? [] : ['--tag', /^[a-z]/i.test(channel) ? channel : 'next']
    const access = ['--registry', registry, '--userconfig', settings]
    await run('npm', ['publish', dist, ...access, ...tag]).catch(async (refusal) => {
      if (!(await isPublished(dist, access))) throw refusal
      console.log(`The registry has this very release of ${version}`)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function isPublished(dist, access) {
  const { name, version } = JSON.parse(await readFile(path.join(dist, 'package.json'), 'utf8'))
  const ask = async (...args) => JSON.parse((await readOutput('npm', [...args, '--json'])).stdout)
  try {
    const published = await ask('view', `${name}@${version}`, 'dist.integrity', '--prefer-online', ...access)
    const [ours] = await ask('pack', dist, '--dry-run')
    return published === ours.integrity
  } catch {
    return false
  }
}

export function requireRegistry() {
  const missing = ['RELEASE_REGISTRY', 'RELEASE_SIGNING_KEY'].filter((name) => !process.env[name])
  if (missing.length > 0)
    throw new Error(`Not set: ${missing.join(', ')} (the teams' registry; this team's private key)`)
  return process.env.RELEASE_REGISTRY
}
