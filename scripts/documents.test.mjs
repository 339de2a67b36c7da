import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/packages.mjs'
import { git } from './release/git.mjs'

/** `R57`, `D-19` and `P7` as words: neither `P0.5D`, a duration, nor part of a key or a name. */
const ID = /(?<![\w+-])(?:R[1-9]\d*|D-\d+|P[1-9]\d*)(?![\w+=-]|\.\d)/g
/** An item of a list or the first cell of a row defines an id. */
const DEFINITION = /^(?:- |\| )\*\*(R\d+|D-\d+|P\d+)\*\*/gm
const LINK = /\]\((?!\w+:|#)([^)\s#]+)/g

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const files = git('ls-files', '-co', '--exclude-standard')
  .split('\n')
  .filter((file) => /\.([cm]?[jt]sx?|css|md|ya?ml)$/.test(file) && existsSync(path.join(root, file)))

test('every cited requirement, decision and goal has a text', () => {
  const definitions = ['docs/requirements.md', 'docs/performance.md'].flatMap((file) => [
    ...read(file).matchAll(DEFINITION),
  ])
  const known = new Set(definitions.map(([, id]) => id))
  const unknown = files.flatMap((file) =>
    (read(file).match(ID) ?? []).filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('every link of a document leads to a file', () => {
  const documents = files.filter((file) => file.endsWith('.md') && !file.endsWith('CHANGELOG.md'))
  const dead = documents.flatMap((document) =>
    [...read(document).matchAll(LINK)]
      .filter(([, target]) => !existsSync(path.join(root, path.dirname(document), target)))
      .map(([, target]) => `${document}: ${target}`),
  )
  expect(dead).toEqual([])
})
