import path from 'node:path'

/**
 * Names given in the code with a word that the glossary replaces, counted a word at a time. A word is compared with the parts of
 * a name: `fault` is in `findFault`, `act` is not in `action`. With `isWhole` only the very name counts, with `onlyPaths`
 * only names of files and folders; a name with a word of `except` is none.
 * @returns one `{ entry, uses }` for each entry of borders.json; uses as `file:line name`
 */
export function findReplacedWords({ files, settings: { glossary = [] } }) {
  return glossary.map((entry) => ({ entry, uses: usesOf(entry, files) }))
}

/** The uses that are offences: of the words that are enforced. */
export function findGlossaryOffences(words) {
  return words
    .filter(({ entry }) => entry.enforced)
    .flatMap(({ entry, uses }) => uses.map((use) => `${use}: say ${entry.say}`))
}

export function formatWords(words) {
  return words
    .filter(({ uses }) => uses.length > 0)
    .map(({ entry, uses }) => `${entry.words.join(', ')} ${uses.length}`)
    .join(' · ')
}

function usesOf({ words, within = [''], isWhole = false, onlyPaths = false, except = [] }, files) {
  const hasAny = (name, list) => list.some((word) => hasWord(name, word))
  const isReplaced = isWhole ? (name) => words.includes(name) : (name) => hasAny(name, words) && !hasAny(name, except)
  const looked = files.filter((file) => within.some((place) => file.path.startsWith(place)))
  const places = [...new Set(looked.flatMap((file) => foldersAbove(file.path)))]
  return [
    ...places
      .filter((place) => isReplaced(path.posix.basename(place).split('.')[0]))
      .map((place) => `${place} (its name)`),
    ...looked.flatMap((file) =>
      onlyPaths
        ? []
        : file.names.filter(({ name }) => isReplaced(name)).map(({ name, line }) => `${file.path}:${line} ${name}`),
    ),
  ]
}

/** The file itself and every folder that it stands in. */
function foldersAbove(file) {
  const parent = path.posix.dirname(file)
  return parent === '.' ? [file] : [...foldersAbove(parent), file]
}

function hasWord(name, word) {
  return partsOf(name).includes(partsOf(word))
}

const known = new Map()

/** `readHTTPHeaders`, `read-http-headers` and `READ_HTTP_HEADERS` all have the parts ` read http headers `. */
function partsOf(name) {
  if (!known.has(name)) known.set(name, ` ${split(name).join(' ')} `)
  return known.get(name)
}

function split(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase())
}
