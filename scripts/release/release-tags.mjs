import { browserPackages, readPackage } from '../lib/packages.mjs'
import { askRemote, git } from './git.mjs'

const PATIENCE_MS = 30_000

export function tagOf(name, version) {
  return `@site/${name}@${version}`
}

/**
 * Tags current versions before the first release; without tags Lerna would version every package.
 * @throws Error when the remote has tags and this clone has none
 */
export function tagBaseline(name) {
  if (git('tag', '--list', '@site/*') !== '') return []
  const { tags: known, silent } = remoteTags()
  if (known.length > 0 || silent.length > 0) {
    const because = silent.length > 0 ? ` ${silent.join(' and ')} could not be asked for them.` : ''
    throw new Error(
      `This clone has no tags, and a version could be given twice.${because} Fetch them: git fetch --tags`,
    )
  }
  const others = ['shared', ...browserPackages].filter((it) => it !== name)
  const tags = others.map((other) => tagOf(other, readPackage(other).version))
  for (const tag of tags) git('tag', '--annotate', tag, '--message', tag)
  return tags
}

/** @throws Error when another commit, here or in the remote, has the version */
export function assertNeverGiven(name, version) {
  const tag = tagOf(name, version)
  const { tags, silent } = remoteTags()
  for (const remote of silent)
    console.warn(`${remote} could not be asked for its tags; the registry has the last word.`)
  if (git('tag', '--list', tag) === '' && !tags.includes(tag)) return
  throw new Error(
    `${name}@${version} was given to another commit. Fetch its tag ${tag} and merge it (git fetch --tags; git merge ${tag}), or write this version into ${name}/package.json and commit that.`,
  )
}

function remoteTags() {
  const remotes = git('remote').split('\n').filter(Boolean)
  const asked = remotes.map((remote) => ({
    remote,
    answer: askRemote(PATIENCE_MS, 'ls-remote', '--tags', remote, 'refs/tags/@site/*'),
  }))
  const answers = asked.map(({ answer = '' }) => answer).join('\n')
  return {
    tags: [...answers.matchAll(/\trefs\/tags\/(\S+)$/gm)].map(([, tag]) => tag),
    silent: asked.filter(({ answer }) => answer === undefined).map(({ remote }) => remote),
  }
}
