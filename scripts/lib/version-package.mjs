import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { browserPackages, readPackage, root } from './packages.mjs'
import { run } from './run.mjs'

/** What a version of one package is written into. */
const written = (name) => [`${name}/package.json`, `${name}/CHANGELOG.md`, 'package-lock.json']
/** What else goes into its build. */
const inputs = ['shared', 'scripts', 'federation.cjs', 'webpack.base.cjs', 'package.json', 'package-lock.json']

/** @throws Error naming the files of the package, or of its build, that are not committed */
export function assertCommitted(name) {
  const changed = git('status', '--porcelain', '--', name, ...inputs).trimEnd()
  if (changed) throw new Error(`Commit first, so that the version says what is in it:\n${changed}`)
}

/**
 * Writes the next version of one package, by its conventional commits, into its files; commits and tags nothing.
 * @returns a function that takes it back, with the commit and the tag of `recordVersion`
 */
export async function nextVersion(name) {
  tagBaseline(name)
  const head = git('rev-parse', 'HEAD').trim()
  const others = ['shared', ...browserPackages].filter((other) => other !== name)
  const undo = () => {
    const tag = tagOf(name, readPackage(name).version)
    if (git('rev-parse', 'HEAD').trim() !== head) {
      git('tag', '--delete', tag)
      git('reset', '--quiet', '--soft', head)
    }
    const known = written(name).filter((file) => git('ls-tree', head, '--', file) !== '')
    git(
      'reset',
      '--quiet',
      '--',
      ...written(name).filter((file) => known.includes(file) || existsSync(path.join(root, file))),
    )
    git('checkout', '--quiet', head, '--', ...known)
    git('clean', '--quiet', '--force', '--', ...written(name))
  }
  try {
    await run('npx', [
      'lerna',
      'version',
      '--yes',
      '--no-git-tag-version',
      `--force-publish=@site/${name}`,
      '--ignore-changes',
      ...others.map((other) => `${other}/**`),
    ])
  } catch (error) {
    undo()
    throw error
  }
  return undo
}

/** Commits the version and tags it. */
export function recordVersion(name, version) {
  git('add', '--', ...written(name).filter((file) => existsSync(path.join(root, file))))
  git('commit', '--quiet', '--message', `chore(release): ${name}@${version}`)
  git('tag', '--annotate', tagOf(name, version), '--message', tagOf(name, version))
}

/** Lerna versions every package of a repository without tags; the first release starts from today's versions. */
function tagBaseline(name) {
  if (git('tag', '--list', '@site/*') !== '') return
  for (const other of ['shared', ...browserPackages].filter((it) => it !== name)) {
    const tag = tagOf(other, readPackage(other).version)
    git('tag', '--annotate', tag, '--message', tag)
  }
}

function tagOf(name, version) {
  return `@site/${name}@${version}`
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}
