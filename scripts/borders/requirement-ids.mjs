import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

const REQUIREMENTS = 'docs/requirements.md'
const GOALS = 'docs/performance.md'
/** What cites: sources and documents. Texts for visitors, pictures and generated files may hold such letters by chance. */
const CITING = /\.(?:[cm]?[jt]sx?|css|md|ya?ml)$/
/** `R57`, `D-19` and `P7` as words: not `P0.5D` (a duration), and not inside a key or a name. */
const ID = /(?<![\w+-])(?:R[1-9]\d*|D-\d+|P[1-9]\d*)(?![\w+=-]|\.\d)/g
/** Where an id gets its text: an item of a list, or the first cell of a row. */
const DEFINITION = /^(?:- |\| )\*\*(R\d+|D-\d+|P\d+)\*\*/gm

/**
 * Every requirement, decision and goal that is cited and has no text.
 * @param files paths from `folder`; those that cite nothing by their kind are passed over
 */
export function findUnknownIds(files, folder = root) {
  const read = (file) => readFileSync(path.join(folder, file), 'utf8')
  const known = new Set(
    [REQUIREMENTS, GOALS].flatMap((file) => [...read(file).matchAll(DEFINITION)].map(([, id]) => id)),
  )
  return files
    .filter((file) => CITING.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => unknownOf(line, `${file}:${index + 1}`)),
    )

  function unknownOf(line, place) {
    const unknown = [...line.matchAll(ID)].map(([id]) => id).filter((id) => !known.has(id))
    return unknown.map((id) => `${place}: ${id} has no text in ${id.startsWith('P') ? GOALS : REQUIREMENTS}`)
  }
}
