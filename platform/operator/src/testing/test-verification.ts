import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { catalogFixture, type Fixture, writeFixture } from '@platform/release/testing/fixture-release'

export const TAG = '@site/catalog@0.1.0'
export const withScript = (text: string): Fixture => catalogFixture({ content: { 'client/courses.js': text } })
export const honest = withScript('/* courses */')

const BUILD = `require('fs').cpSync('release', 'dist', { recursive: true })\n`

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
  const root = { name: 'site', workspaces: ['catalog'] }
  const catalog = { name: '@site/catalog', version: '0.1.0' }
  const link = { resolved: 'catalog', link: true }
  await mkdir(folder)
  git('init', '--quiet', '--initial-branch=main')
  const files = {
    '.gitignore': 'node_modules\ndist\n',
    'package.json': { ...root, private: true },
    'package-lock.json': { lockfileVersion: 3, packages: { '': root, catalog, 'node_modules/@site/catalog': link } },
    'catalog/package.json': { ...catalog, scripts: { build: 'node build.cjs' } },
    'catalog/build.cjs': BUILD,
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  await writeFixture(at('catalog/release'), honest)
  const released = commit('chore(release): catalog@0.1.0')
  return {
    ...{ folder, at, git, write, commit, tag, released },
    rewrite: (other: Fixture) => writeFixture(at('catalog/release'), other),
    /** Undoes what a test changed: sources, hooks and settings. */
    async reset(): Promise<void> {
      for (const name of ['index', 'hooks']) await rm(at('.git', name), { recursive: true, force: true })
      git('config', 'core.fsmonitor', 'false')
      git('checkout', '--quiet', '--force', '-B', 'main', released)
      git('clean', '--quiet', '-fdx')
      tag()
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
