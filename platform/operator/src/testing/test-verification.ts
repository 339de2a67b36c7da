import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { catalogFixture, type Fixture, writeFixture } from '@platform/release/testing/fixture-release'

export const TAG = '@site/catalog@0.1.0'
export const withScript = (text: string): Fixture => catalogFixture({ content: { 'client/courses.js': text } })
export const honest = withScript('/* courses */')

const BUILD = `require('installed')\nrequire('fs').cpSync('release', 'dist', { recursive: true })\n`
const INSTALLED = {
  version: '1.0.0',
  resolved: 'http://127.0.0.1:9/installed.tgz',
  integrity: `sha512-${'A'.repeat(86)}==`,
}

/** A git clone whose tag builds the honest release. */
export async function createReleaseClone() {
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
  const commit = (message: string): string => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  const tag = () => git('tag', '--force', '--annotate', TAG, '--message', TAG)
  const packages = {
    '': { workspaces: ['catalog'], dependencies: { installed: '1.0.0' } },
    catalog: { name: '@site/catalog', version: '0.1.0' },
    'node_modules/@site/catalog': { resolved: 'catalog', link: true },
    'node_modules/installed': INSTALLED,
  }
  const { '': root, ...installed } = packages
  await mkdir(folder)
  git('init', '--quiet', '--initial-branch=main')
  const files = {
    '.gitignore': 'node_modules\ndist\n',
    '.npmrc': 'fetch-retries=0\naudit=false\n',
    'package.json': { name: 'site', private: true, ...root },
    'package-lock.json': { name: 'site', lockfileVersion: 3, packages },
    'catalog/package.json': { ...packages.catalog, scripts: { build: 'node build.cjs' } },
    'catalog/build.cjs': BUILD,
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  await writeFixture(at('catalog/release'), honest)
  const released = commit('chore(release): catalog@0.1.0')
  return {
    ...{ folder, at, git, write, commit, tag, released },
    rewrite: (other: Fixture) => writeFixture(at('catalog/release'), other),
    /** Undoes what a test changed: sources, hooks, settings and installed packages. */
    async reset(): Promise<void> {
      for (const name of ['index', 'hooks']) await rm(at('.git', name), { recursive: true, force: true })
      git('config', 'core.fsmonitor', 'false')
      git('checkout', '--quiet', '--force', '-B', 'main', released)
      git('clean', '--quiet', '-fdx')
      tag()
      await write('node_modules/.package-lock.json', { lockfileVersion: 3, packages: installed })
      await write('node_modules/installed/package.json', { name: 'installed', version: '1.0.0' })
      await write('node_modules/installed/index.js', '')
    },
    async buildAlso(program: string): Promise<string> {
      await write('catalog/build.cjs', `${program}\n${BUILD}`)
      const made = commit('build: more')
      tag()
      return made
    },
    wasBuiltIn: () => existsSync(at('catalog/dist')),
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}
