import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/packages.mjs'
import { git } from './release/version-package.mjs'

/** Matches `R57`, `D-19` and `P7` as words, but not `P0.5D` (a duration) or parts of keys and names. */
const ID = /(?<![\w+-])(?:R[1-9]\d*|D-\d+|P[1-9]\d*)(?![\w+=-]|\.\d)/g
/** A list item or the first cell of a row defines an id. */
const DEFINITION = /^(?:- |\| )\*\*(R\d+|D-\d+|P\d+)\*\*/gm
const LINK = /\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const files = git('ls-files', '-co', '--exclude-standard')
  .split('\n')
  .filter((file) => /\.([cm]?[jt]sx?|css|md|ya?ml)$/.test(file) && existsSync(path.join(root, file)))
const documents = files.filter((file) => file.endsWith('.md') && !file.endsWith('CHANGELOG.md'))

test('every cited requirement, decision and goal has a text', () => {
  const definitions = ['docs/reference/requirements.md', 'docs/reference/performance.md'].flatMap((file) => [
    ...read(file).matchAll(DEFINITION),
  ])
  const known = new Set(definitions.map(([, id]) => id))
  const unknown = files.flatMap((file) =>
    (read(file).match(ID) ?? []).filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('every link of a document leads to a file, and to a heading that exists', () => {
  const dead = documents.flatMap((document) =>
    linksOf(document)
      .filter(({ target, anchor }) => !leadsSomewhere(target, anchor))
      .map(({ link }) => `${document}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('every page of docs can be reached from its table of contents', () => {
  const reached = new Set(linksOf('docs/README.md').map(({ target }) => target))
  const unreached = documents.filter((file) => /^docs\/(how-to|reference|tutorials)\//.test(file) && !reached.has(file))
  expect(unreached).toEqual([])
})

test.each(['ARCHITECTURE.md', 'docs/reference/accessibility.md', 'docs/reference/security.md'])(
  'every path that %s names exists',
  (document) => {
    const paths = [...read(document).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, file]) => file)
    expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  },
)

// An origin got the operator's database password, and the operator's command no key of the providers.
test('deploy/compose.yaml gives an origin no secret of others, and the operator all variables', () => {
  const [, , origin, services] = read('deploy/compose.yaml').split(/^(?:x-image|x-origin|services):/m)
  for (const name of ['OPERATOR_KEY', 'OPERATOR_PASSWORD', 'POSTGRES_PASSWORD', 'RELEASE_REGISTRY_TOKEN'])
    expect(origin).toContain(` ${name}: ''\n`)
  // Docker killed it after 10 s, amid the requests it ends.
  expect(origin).toContain('\n  stop_grace_period: 20s\n')
  // Logs grew until the disk was full.
  for (const part of [origin, ...['database', 'nginx'].map((name) => services.split(`\n  ${name}:\n`)[1])])
    expect(part.split('\n\n')[0]).toMatch(/^ +logging: \{ driver: local \}$/m)
  expect(services.split(/^ {2}operator:/m)[1]).toMatch(/^ {4}env_file: \.env$/m)
})

// They were kept until the disk was full, for everybody on the machine to read.
test('scheduled backups are kept for 30 days, and are private', () => {
  const unit = read('deploy/systemd/site-backup.service')
  const remove = '-name shop-*.dump -mtime +30 -delete'
  expect(unit).toMatch(/^UMask=0077$/m)
  expect(unit).toContain(`\nExecStartPost=/usr/bin/find /var/lib/site -maxdepth 1 ${remove}\n`)
  expect(read('deploy/kubernetes/site.yaml').replaceAll('"', '')).toContain(` && find /backup ${remove}'`)
})

// The list of erased people was lost at each restart of a container.
test('R200: the image keeps its data in the volume of each origin', () => {
  const [, volume] = / DATA_DIR=(\/\w+)\//.exec(read('deploy/Dockerfile'))
  for (const origin of ['origin-1', 'origin-2'])
    expect(read('deploy/compose.yaml')).toContain(`- ${origin}:${volume}\n`)
  expect(read('deploy/kubernetes/site.yaml')).toContain(`{ name: site, mountPath: ${volume} }`)
})

function linksOf(document) {
  return [...read(document).matchAll(LINK)].map(([link, file, anchor]) => ({
    link,
    target: file === '' ? document : path.posix.join(path.posix.dirname(document), file),
    anchor,
  }))
}

function leadsSomewhere(target, anchor) {
  if (!existsSync(path.join(root, target))) return false
  return anchor === undefined || anchorsOf(read(target)).includes(anchor)
}

/** GitHub's anchors: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(markdown) {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, text]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
