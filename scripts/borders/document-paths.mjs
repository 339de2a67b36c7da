import path from 'node:path'

/** A file of the repository by its ending, also without a folder before it. */
const SOURCE = /\.(?:[cm]?tsx?|[cm]js|css|md|sql|svg|ya?ml|conf)$/
/** Made by a build, a start or a person: what stands before it is looked for, not what is inside. */
const MADE = /(?:^|\/)(?:dist|node_modules|coverage|\.env|\.site|\.data|\.cache)(?:\/.*)?$/
const QUOTED = /`([^`\s]+)`/g
const LINKED = /\]\(([^)\s]+)\)/g
/** A fenced block shows commands and layouts, which name much that is not here. */
const FENCE = /^\s*```/

/** A release writes links to commits, by the address of the repository: nothing that stands in the tree. */
const WRITTEN_BY_RELEASES = /(^|\/)CHANGELOG\.md$/

/**
 * Every path in backquotes and every link of a document that leads to nothing. `*` and `<package>` stand for any name.
 * A quoted path is read from the document's folder or any folder above it, a link from the document's folder.
 * @param documents text by path
 * @param files of the repository, all of them
 */
export function findDeadPaths(documents, files) {
  const folders = new Set(files.flatMap(foldersAbove))
  const known = new Set([...files, ...folders])
  const names = new Set(files.map((file) => path.posix.basename(file)))
  return Object.entries(documents)
    .filter(([document]) => !WRITTEN_BY_RELEASES.test(document))
    .flatMap(([document, text]) =>
      linesOutsideFences(text).flatMap(({ line, number }) =>
        deadOf(line, document).map((dead) => `${document}:${number}: ${dead} is not there`),
      ),
    )

  function deadOf(line, document) {
    const bases = [...foldersAbove(document), '.']
    const quoted = [...line.matchAll(QUOTED)].map(([, text]) => text).filter((text) => isPath(text, bases))
    const linked = [...line.matchAll(LINKED)]
      .map(([, target]) => target)
      .filter((target) => !/^(?:\w+:|#)/.test(target))
    return [
      ...quoted.filter((text) => !names.has(text) && !bases.some((base) => exists(base, text))),
      ...linked.filter((target) => !exists(bases[0], target.replace(/#.*$/, ''))),
    ]
  }

  function isPath(text, bases) {
    if (/^[/@]|[^\w./*<>-]/.test(text)) return false
    if (!text.includes('/')) return SOURCE.test(text) && /^\w/.test(text)
    if (SOURCE.test(text)) return true
    const [first] = text.split('/')
    return (
      /^\.\.?$/.test(first) ||
      /\/src(?:\/|$)/.test(text) ||
      bases.some((base) => folders.has(path.posix.join(base, first)))
    )
  }

  function exists(base, text) {
    const wanted = path.posix.join(base, text.replace(MADE, '')).replace(/\/$/, '')
    if (wanted === '.') return true
    if (!/[*<]/.test(wanted)) return known.has(wanted)
    const pattern = new RegExp(`^${wanted.replace(/[.]/g, '\\.').replace(/\*|<[^>]*>/g, '[^/]*')}$`)
    return [...known].some((each) => pattern.test(each))
  }
}

function linesOutsideFences(text) {
  let isInside = false
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => {
      if (!FENCE.test(line)) return !isInside
      isInside = !isInside
      return false
    })
}

/** The folders that a file stands in, its own first. */
function foldersAbove(file) {
  const parent = path.posix.dirname(file)
  return parent === '.' ? [] : [parent, ...foldersAbove(parent)]
}
