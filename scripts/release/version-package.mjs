import { browserPackages, readPackage } from '../lib/packages.mjs'
import { run } from '../lib/run.mjs'
import { git, headCommit, readFiles, restoreFiles, versionFiles } from './git.mjs'
import { assertNeverGiven, tagBaseline, tagOf } from './release-tags.mjs'

const inputs = [
  'shared',
  'scripts',
  'federation.cjs',
  'webpack.base.cjs',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]

/** @throws Error naming uncommitted files of the package or its build */
export function assertCommitted(name) {
  const changed = changedFiles(name)
  if (changed.length === 0) return
  const isBrokenOff = changed.every((file) => versionFiles(name).includes(file))
  const aside = `git stash push --include-untracked -- ${changed.join(' ')}`
  throw new Error(
    [
      'Commit first, so that the version says what is in it:',
      ...changed,
      ...(isBrokenOff ? [`Is it what a release has left that was broken off? Put it aside: ${aside}`] : []),
    ].join('\n'),
  )
}

/**
 * Finds the next version by conventional commits, or resumes an interrupted release at the last commit.
 * @param head the tested commit
 */
export function versionOf(name, head) {
  return unpublishedVersion(name) ?? nextVersion(name, head)
}

function unpublishedVersion(name) {
  const { version } = readPackage(name)
  if (git('log', '-1', '--format=%s').trim() !== subjectOf(name, version)) return undefined
  const tag = tagOf(name, version)
  const isTagged = git('tag', '--list', tag) !== ''
  if (isTagged && git('rev-parse', `${tag}^{commit}`).trim() !== headCommit()) return undefined
  console.log(`${name}@${version} is committed, and nothing has come since: this version is published`)
  return { write: () => version, record: () => isTagged || addTag(tag), undo: () => {} }
}

function nextVersion(name, head) {
  const others = ['shared', ...browserPackages].filter((other) => other !== name)
  const files = [name, ...others].flatMap(versionFiles)
  const state = { name, head, tags: [], before: readFiles(files), after: undefined, commit: undefined }
  return {
    async write() {
      assertCommitted(name)
      assertHead(head)
      state.tags.push(...tagBaseline(name))
      await writeVersion(name, others)
      state.after = readFiles(files)
      assertAlone(state)
      const { version } = readPackage(name)
      assertNeverGiven(name, version)
      return version
    },
    record: () => record(state, readPackage(name).version),
    undo: () => undo(state),
  }
}

function writeVersion(name, others) {
  const options = ['--yes', '--no-git-tag-version', `--force-publish=@site/${name}`]
  return run('npx', ['lerna', 'version', ...options, '--ignore-changes', ...others.map((other) => `**/${other}/**`)])
}

/** Lerna versions every package when it finds no earlier release. */
function assertAlone({ name, before, after }) {
  const own = versionFiles(name)
  const others = Object.keys(before).filter((file) => !own.includes(file) && before[file] !== after[file])
  if (others.length === 0) return
  throw new Error(
    'No annotated tag of a release leads to this commit. Merge the commit of the last one: git tag --list',
  )
}

function record(state, version) {
  assertHead(state.head)
  const files = versionFiles(state.name)
  const changed = changedFiles(state.name)
  const foreign = changed.filter((file) => !files.includes(file))
  if (foreign.length > 0)
    throw new Error(`Changed while it was built, and perhaps in the build:\n${foreign.join('\n')}`)
  const own = changed.filter((file) => files.includes(file))
  git('add', '--', ...own)
  git('commit', '--quiet', '--message', subjectOf(state.name, version), '--', ...own)
  state.commit = headCommit()
  const tag = tagOf(state.name, version)
  addTag(tag)
  state.tags.push(tag)
}

function undo(state) {
  for (const tag of state.tags) git('tag', '--delete', tag)
  if (state.commit && headCommit() !== state.commit) {
    console.warn(`Others have committed after it, so the version's commit stays: git revert ${state.commit}`)
    return
  }
  if (state.commit) git('reset', '--quiet', '--soft', state.head)
  restoreFiles(state.before, state.after ?? readFiles(Object.keys(state.before)))
  const known = versionFiles(state.name).filter((file) => git('ls-files', '--', file) !== '')
  git('reset', '--quiet', '--', ...known)
}

function assertHead(head) {
  if (headCommit() !== head) throw new Error('Somebody has committed since this was tested: release again')
}

function addTag(tag) {
  git('tag', '--annotate', tag, '--message', tag)
}

function subjectOf(name, version) {
  return `chore(release): ${name}@${version}`
}

function changedFiles(name) {
  const lines = git('status', '--porcelain', '-z', '--untracked-files=all', '--', name, ...inputs).split('\0')
  return lines.filter(Boolean).map((line) => line.slice(3))
}
