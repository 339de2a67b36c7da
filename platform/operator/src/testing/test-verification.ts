import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-client'
import { catalogFixture, type Fixture, writeFixture } from '@platform/release/testing/fixture-release'
import { createTestSite } from '@platform/site/testing/test-site'
import { runAs } from './run-as'

export const TAG = '@site/catalog@0.1.0'
export const withScript = (text: string): Fixture => catalogFixture({ content: { 'client/courses.js': text } })

export const honest = withScript('/* courses */')

export async function createTestVerification() {
  const environment = { ...process.env }
  const temporary = await mkdtemp(path.join(tmpdir(), 'verify-'))
  const [site, clone] = await Promise.all([createTestSite(), createReleaseClone(honest)])
  process.env.TMPDIR = temporary
  return {
    site,
    clone,
    temporary,
    run: (
      options = '',
      { release = 'catalog@0.1.0', registry }: { release?: string; registry?: RegistrySettings } = {},
    ) =>
      runAs(site, { registry })('ada', [
        'verify',
        release,
        '--from',
        clone.folder,
        ...options.split(' ').filter(Boolean),
      ]),
    async remove(): Promise<void> {
      process.env = environment
      await Promise.all([site.remove(), clone.remove(), rm(temporary, { recursive: true, force: true })])
    },
  }
}

const BUILD = `require('installed')\nrequire('fs').cpSync('release', 'dist', { recursive: true })\n`
const NPM = 'fetch-retries=0\naudit=false\n'
const INSTALLED = {
  version: '1.0.0',
  resolved: 'http://127.0.0.1:9/installed.tgz',
  integrity: `sha512-${'A'.repeat(86)}==`,
}

async function createReleaseClone(fixture: Fixture) {
  const parent = await mkdtemp(path.join(tmpdir(), 'release clone-'))
  const folder = path.join(parent, 'site')
  const at = (...names: string[]) => path.join(folder, ...names)
  const write = async (name: string, content: string | object) => {
    await mkdir(path.dirname(at(name)), { recursive: true })
    await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-C', folder, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  const packages = {
    '': { workspaces: ['catalog'], dependencies: { installed: '1.0.0' } },
    catalog: { name: '@site/catalog', version: '0.1.0' },
    'node_modules/@site/catalog': { resolved: 'catalog', link: true },
    'node_modules/installed': INSTALLED,
  }
  await mkdir(folder)
  git('init', '--quiet', '--initial-branch=main')
  await write('.gitignore', 'node_modules\ndist\n')
  await write('.npmrc', NPM)
  await write('package.json', { name: 'site', private: true, ...packages[''] })
  await write('package-lock.json', { name: 'site', lockfileVersion: 3, packages })
  await write('catalog/package.json', { ...packages.catalog, scripts: { build: 'node build.cjs' } })
  await write('catalog/build.cjs', BUILD)
  await writeFixture(at('catalog/release'), fixture)
  const { '': _, ...installed } = packages
  await write('node_modules/.package-lock.json', { lockfileVersion: 3, packages: installed })
  await write('node_modules/installed/package.json', { name: 'installed', version: '1.0.0' })
  await write('node_modules/installed/index.js', '')

  const commit = (message: string): string => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  const tag = () => git('tag', '--force', '--annotate', TAG, '--message', TAG)
  const released = commit('chore(release): catalog@0.1.0')
  tag()
  return {
    folder,
    at,
    git,
    write,
    rewrite: (other: Fixture) => writeFixture(at('catalog/release'), other),
    commit,
    tag,
    async buildAlso(program: string): Promise<string> {
      await write('catalog/build.cjs', `${program}\n${BUILD}`)
      const made = commit('build: more')
      tag()
      return made
    },
    released,
    wasBuiltIn: () => existsSync(at('catalog/dist')),
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}
