// Versions of a remote that has a repository of its own: tags `v1.2.0`.
import { execFileSync, spawnSync } from 'node:child_process'
import semver from 'semver'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
const isGreen = (...args) => spawnSync('git', args, { stdio: 'ignore' }).status === 0
const subjectOf = (name, version) => `chore(release): ${name}@${version}`

export function assertCommitted(name) {
  if (git('rev-parse', '--show-prefix'))
    throw new Error(`Other packages share this repository: npm run release -- ${name}`)
  const changed = git('status', '--porcelain')
  if (changed) throw new Error(`Commit first, so that the version says what is in it:\n${changed}`)
}

/** True when the last commit is a version, whose publish may have failed. */
export const isVersioned = (name, version) => git('log', '-1', '--format=%s') === subjectOf(name, version)

/** By conventional commits since the last tag; the first version is 1.0.0. */
export function nextVersion() {
  const next = versionAfterTags()
  if (git('tag', '--list', `v${next}`))
    throw new Error(`Another commit has the tag v${next}: git pull --rebase, then release again`)
  return next
}

function versionAfterTags() {
  if (!git('tag', '--merged', 'HEAD', '--list', 'v*')) return '1.0.0'
  const last = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  const messages = git('log', '--format=%B%x00', `${last}..HEAD`)
    .split('\0')
    .map((it) => it.trim())
    .filter(Boolean)
  if (messages.length === 0) throw new Error(`There is no commit since ${last}`)
  const isBreaking = (it) => /^\w+(\([^)]*\))?!:/.test(it) || /^BREAKING[ -]CHANGE:/m.test(it)
  const level = messages.some(isBreaking) ? 'major' : messages.some((it) => /^feat\b/.test(it)) ? 'minor' : 'patch'
  return semver.inc(last, level)
}

/** Counts time, not commits: an amended commit is another version. */
export const previewVersion = (last, label) =>
  `${semver.inc(last, 'patch')}-${label}.${git('log', '-1', '--format=%ct')}`

/** Writes the version into `package.json` and the lock file, commits and tags it. */
export function commitVersion(name, version) {
  execFileSync('npm', ['version', version, '--message', subjectOf(name, '%s')], { stdio: 'pipe' })
}

/** Pushes the version's commit and tag together, if the branch has an upstream that lacks them; a refusal undoes both. */
export function pushVersion(version) {
  if (!isGreen('rev-parse', '--abbrev-ref', '@{upstream}')) return
  try {
    git('push', '--quiet', '--atomic', '--follow-tags')
  } catch ({ message }) {
    isGreen('fetch', '--quiet')
    if (isGreen('merge-base', '--is-ancestor', 'HEAD', '@{upstream}')) return
    git('tag', '--delete', `v${version}`)
    git('reset', '--quiet', '--keep', 'HEAD~1')
    const advice = 'git pull --rebase, then release again'
    throw new Error(`The upstream did not take the version, which is undone: ${advice}\n${message}`)
  }
}
