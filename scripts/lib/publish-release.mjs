import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './run.mjs'

/**
 * Publishes a built and signed release into the teams' npm registry, with the credential in RELEASE_REGISTRY_TOKEN:
 * the registry says which package it may publish. A prerelease becomes the channel of its first identifier
 * (`1.6.0-pr12.1`: `pr12`), so that nobody who asks for `latest` gets it.
 * @param registry address of the registry
 * @throws Error when the registry refuses it, with what it says on the terminal
 */
export async function publishToRegistry(dist, { registry, version }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'))
  try {
    const { host, pathname } = new URL(registry.endsWith('/') ? registry : `${registry}/`)
    const settings = path.join(folder, 'npmrc')
    // npm reads the credential from the environment; it is never written to a disk.
    await writeFile(settings, `//${host}${pathname}:_authToken=\${RELEASE_REGISTRY_TOKEN}\n`)
    const channel = /^[^-+]+-([a-z0-9-]*)/i.exec(version)?.[1]
    const tag = channel === undefined ? [] : ['--tag', /^[a-z]/i.test(channel) ? channel : 'next']
    await run('npm', ['publish', dist, '--registry', registry, '--userconfig', settings, ...tag])
  } finally {
    await rm(folder, { recursive: true })
  }
}
