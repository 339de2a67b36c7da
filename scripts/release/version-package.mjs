import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { run } from '../../kit/lib/run.mjs'
import { browserPackages, libraries, readPackage, root } from '../lib/packages.mjs'

const FETCH_MS = 30_000
const PUSHES = 3
const PUSH_AGAIN_MS = 1_000
const packages = [...libraries, ...browserPackages]
const buildInputs = ['shared', 'scripts', 'kit', 'package.json', 'package-lock.json']
const versionFiles = (name) => [`${name}/package.json`, `${name}/CHANGELOG.md`, 'package-lock.json']
const tagOf = (name, version) => `${readPackage(name).name}@${version}`
const subjectOf = (name) => `chore(release): ${name}@${readPackage(name).version}`

export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', timeout: 20 * FETCH_MS }).trimEnd()
}

export const headCommit = () => git('rev-parse', 'HEAD')

/** @throws Error naming uncommitted files of the package or its build */
export function assertCommitted(name) {
  const changed = changedFiles(name)
  if (changed.length === 0) return
  const isLeftover = changed.every((file) => versionFiles(name).includes(file))
  const aside = `git stash push --include-untracked -- ${changed.join(' ')}`
  const advice = isLeftover ? [`Did an interrupted release leave this? Put it aside: ${aside}`] : []
  throw new Error(['Commit first, so that the version says what is in it:', ...changed, ...advice].join('\n'))
}

function assertHead(head) {
  if (headCommit() !== head) throw new Error('Somebody has committed since this was tested: release again')
}

/** True when the last commit is a version of the package, whose publish may have failed. */
export function isVersioned(name) {
  return git('log', '-1', '--format=%s') === subjectOf(name)
}

/** @returns a function that restores the files in which Lerna writes versions */
export function keepVersionFiles() {
  const kept = packages.flatMap(versionFiles).map((file) => [path.join(root, file), read(file)])
  return () => {
    for (const [file, content] of kept) {
      if (content === undefined) rmSync(file, { force: true })
      else writeFileSync(file, content)
    }
  }
}

function read(file) {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}

/**
 * Writes the next version of one package, by conventional commits.
 * @param head the tested commit
 */
export async function writeNextVersion(name, head) {
  assertCommitted(name)
  assertHead(head)
  const others = packages.filter((other) => other !== name)
  tagBaseline(others, fetchTags())
  const before = others.map((other) => readPackage(other).version)
  const options = ['--yes', '--no-git-tag-version', '--exclude-dependents', `--force-publish=${readPackage(name).name}`]
  await run('npx', ['lerna', 'version', ...options, '--ignore-changes', ...others.map((other) => `**/${other}/**`)])
  // Lerna versions every package when it finds no earlier release.
  if (others.some((other, index) => readPackage(other).version !== before[index]))
    throw new Error(
      'No annotated tag of a release leads to this commit. Merge the commit of the last one: git tag --list',
    )
  const { version } = readPackage(name)
  const given = givenVersions(name).find((it) => it.localeCompare(version, 'en', { numeric: true }) >= 0)
  if (given === undefined) return
  const tag = tagOf(name, given)
  throw new Error(
    `${name}@${given} was given to another commit. Merge it (git merge ${tag}), or write a higher version into ${name}/package.json and commit that.`,
  )
}

/** Versions in tags, on any branch; newest first, without prereleases. */
function givenVersions(name) {
  const tags = git('tag', '--list', '--sort=-version:refname', tagOf(name, '*')).split('\n')
  return tags.map((tag) => tag.slice(tagOf(name, '').length)).filter((version) => /^\d+\.\d+\.\d+$/.test(version))
}

/** Commits the written version. Other changes, made during the build, may be in the build. */
export function commitVersion(name, head) {
  assertHead(head)
  const files = versionFiles(name)
  const foreign = changedFiles(name).filter((file) => !files.includes(file))
  if (foreign.length > 0)
    throw new Error(`Changed while it was built, and perhaps in the build:\n${foreign.join('\n')}`)
  git('add', '--', ...files)
  git('commit', '--quiet', '--message', subjectOf(name), '--', ...files)
}

/**
 * Tags the version and pushes its commit and tag together, to the branch's upstream if it has one.
 * @param isRequired an upstream that refuses for another reason than newer commits is an error
 * @returns false when the upstream has newer commits: the version is undone, and the checkout is based on them
 */
export async function pushVersion(name, isRequired) {
  const tag = tagOf(name, readPackage(name).version)
  addTag(tag)
  const upstream = readUpstream()
  if (upstream === undefined) return true
  const { remote, branch, ref } = upstream
  const push = ['push', '--atomic', remote, `HEAD:${branch}`, `refs/tags/${tag}`]
  let refusal
  for (let attempt = 1; attempt <= PUSHES; attempt += 1) {
    refusal = tryGit(...push)
    if (refusal === undefined) return true
    tryGit('fetch', '--quiet', remote)
    if (isIn(ref, 'HEAD')) return true
    if (!isIn('HEAD', ref)) {
      followUpstream(tag, ref)
      return false
    }
    await setTimeout(PUSH_AGAIN_MS)
  }
  const advice = `${remote} did not take the version: ${refusal}\nPush it: git ${push.join(' ')}`
  if (isRequired) throw new Error(`${advice}\nThen the same command publishes it.`)
  console.warn(advice)
  return true
}

function readUpstream() {
  const upstream = ['rev-parse', '--abbrev-ref', '@{upstream}']
  if (tryGit(...upstream) !== undefined) return undefined
  const name = git('rev-parse', '--abbrev-ref', 'HEAD')
  const [remote, branch] = ['remote', 'merge'].map((key) => git('config', `branch.${name}.${key}`))
  return { remote, branch, ref: git(...upstream) }
}

const isIn = (ref, commit) => tryGit('merge-base', '--is-ancestor', commit, ref) === undefined

/** Undoes the version, the last commit, and moves the commits before it onto the upstream. */
function followUpstream(tag, ref) {
  git('tag', '--delete', tag)
  git('reset', '--quiet', '--keep', 'HEAD~1')
  if (tryGit('rebase', '--quiet', '--autostash', ref) === undefined) return
  tryGit('rebase', '--abort')
  throw new Error(`${ref} has newer commits, which conflict with yours: git pull --rebase, then release again`)
}

/** @returns undefined, or git's own words when it fails */
function tryGit(...args) {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  const { status, stderr, error } = spawnSync('git', args, { cwd: root, env, encoding: 'utf8', timeout: FETCH_MS })
  return status === 0 ? undefined : (error?.message ?? stderr.trim()) || `git ${args[0]} ended with ${status}`
}

function addTag(tag) {
  if (git('tag', '--list', tag) === '') git('tag', '--annotate', tag, '--message', tag)
}

/** Learns the versions that other clones have given. */
function fetchTags() {
  const isFetched = tryGit('fetch', '--all', '--tags', '--quiet') === undefined
  if (!isFetched) console.warn('The tags of the remotes could not be fetched; the registry has the last word.')
  return isFetched
}

/** Tags current versions before the first release; without tags Lerna would version every package. */
function tagBaseline(others, areTagsKnown) {
  if (git('tag', '--list', '@site/*') !== '') return
  if (!areTagsKnown) throw new Error('This clone has no tags, and a version could be given twice: git fetch --tags')
  for (const other of others) addTag(tagOf(other, readPackage(other).version))
}

function changedFiles(name) {
  const lines = git('status', '--porcelain', '-z', '--untracked-files=all', '--', name, ...buildInputs).split('\0')
  return lines.filter(Boolean).map((line) => line.slice(3))
}
