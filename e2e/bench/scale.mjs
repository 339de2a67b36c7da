import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { browserPackages } from '../../scripts/lib/packages.mjs'
import { startClock } from './blocking.mjs'
import { readRouteScripts } from './browser.mjs'
import { bytesOf } from './bytes.mjs'
import { startLighthouse } from './lighthouse.mjs'
import { countDocuments, createSite, createTree, distOf, readRelease, untilAnother } from './site.mjs'
import { figureRow, inTurns, medians, ratioRow } from './table.mjs'
import { load } from './throughput.mjs'

const PARTS = Number(process.env.SCALE_PARTS ?? 97)
const PAGES = Number(process.env.SCALE_PAGES ?? 103)
const COMPOSITIONS = 50
const CHANGES = 7
const CHANGED_SHARE = 0.01
const names = Array.from({ length: PARTS }, (_, index) => `part${String(index).padStart(2, '0')}`)
const [changed] = names
const NOTICE = ['shell/src/document/starter.ts', 'Links work', 'Links work already']
const HASHED = /\.([0-9a-f]{8})(\.[\w.]+)$/

/** P10: releases and visits on a site of a hundred remotes, against one with a single extra remote. */
export async function measureScale({ browser, options, progress }) {
  progress('scale: build the shell and a remote of the template')
  const tree = await createTree('scale')
  await tree.run('scripts/new-remote.mjs', changed)
  await tree.write(`${changed}/src/${changed}-page.tsx`, pageSource(changed))
  await tree.write(`${changed}/src/release.ts`, releaseSource(changed))
  const remote = await tree.build(changed)
  const shell = await tree.build('shell')
  const sites = {
    ours: await fillSite({ remote, shell, parts: names, progress }),
    reference: await fillSite({ remote, shell, parts: [changed], progress }),
  }
  progress('scale: activate one changed remote at both')
  const changes = await inTurns(sites, CHANGES, (it) => it.change())
  const large = await measureSite(sites.ours, changes.ours, async () => {
    await tree.edit(...NOTICE)
    return tree.build('shell')
  })
  const small = await measureSite(sites.reference, changes.reference)
  const visits = []
  for (const page of [`/${changed}/1`, '/courses']) {
    progress(`scale: visits of ${page} at both`)
    visits.push(...(await compareVisits({ page, large, small, browser, count: options.runs })))
  }
  await Promise.all([large.site.remove(), small.site.remove()])
  return { rows: [...rowsOf(large, small), ...visits], details: { large, small } }
}

async function fillSite({ remote, shell, parts, progress }) {
  const site = await createSite()
  const say = (what) => progress(`scale, ${parts.length + browserPackages.length - 1} remotes: ${what}`)
  async function publish(name, label, texts = {}) {
    const to = path.join(site.folder, 'built', `${name}-${label}`)
    await deriveRelease({ from: remote, to, version: `1.0.0-scale.${label}`, texts: { [changed]: name, ...texts } })
    await site.command('publish', name, '--from', to)
  }
  say('publish and activate all')
  await site.command('publish', 'shell', '--from', shell)
  for (const name of browserPackages.slice(1)) await site.command('publish', name, '--from', distOf(name))
  for (const name of parts) await publish(name, '0')
  const whole = await site.command('activate', ...[...browserPackages, ...parts].map((name) => `${name}@latest`))
  const dists = [shell, ...browserPackages.slice(1).map(distOf), ...parts.map(() => remote)]
  const documents = dists.reduce((sum, dist) => sum + countDocuments(readRelease(dist)), 0)
  let label = 0
  async function change() {
    label += 1
    await publish(changed, label, { harness: `harness${label}` })
    return site.command('activate', `${changed}@latest`)
  }
  return { site, parts, say, change, whole, documents, one: await diskOf(site) }
}

async function measureSite({ site, parts, say, whole, documents, one }, changes, buildNextShell) {
  const added = ((await diskOf(site)) - one) / changes.length
  const fifty = one + added * ((CHANGED_SHARE * documents) / PAGES) * (COMPOSITIONS - 1)
  say('start, roll back and load')
  // The first start makes the shop's database, which takes seconds at any size.
  await site.start()
  const before = performance.now()
  const { url, servesAt, pid } = await site.start()
  const page = `/${changed}/1`
  const rollback = await untilAnother(url + page, () => site.command('rollback'))
  const hot = (await load(url, [page])).perSecond
  const many = parts.flatMap((name) => [1, PAGES - 1].map((id) => `/${name}/${id}`))
  await load(url, many)
  const memory = await residentMegabytes(pid)
  const disk = { one, fifty }
  const figures = { whole, documents, change: medians(changes), disk, ready: servesAt - before, rollback, hot, memory }
  if (!buildNextShell) return { ...figures, site, url }
  say('the shell’s next release')
  await site.command('publish', 'shell', '--from', await buildNextShell())
  return { ...figures, next: await site.command('activate', 'shell@latest'), site, url }
}

async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

/** Derives a release under another name: building a hundred takes half an hour. */
async function deriveRelease({ from, to, version, texts }) {
  const change = (text) => Object.entries(texts).reduce((it, [before, after]) => it.replaceAll(before, after), text)
  const release = readRelease(from)
  const files = {}
  const renamed = []
  for (const file of Object.keys(release.files)) {
    const content = Buffer.from(change(await readFile(path.join(from, file), 'latin1')), 'latin1')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const name = change(file).replace(HASHED, (_, _hash, rest) => `.${sha256.slice(0, 8)}${rest}`)
    renamed.push([path.basename(change(file)), path.basename(name)])
    files[name] = { sha256, bytes: content.length }
    await mkdir(path.dirname(path.join(to, name)), { recursive: true })
    await writeFile(path.join(to, name), content)
  }
  const json = renamed.reduce(
    (text, [before, after]) => text.replaceAll(`"${before}"`, `"${after}"`),
    change(JSON.stringify({ ...release, version, files: undefined })),
  )
  await writeFile(path.join(to, 'release.json'), JSON.stringify({ ...JSON.parse(json), files }))
}

async function diskOf({ env: { SITE_DIR } }) {
  const entries = await readdir(SITE_DIR, { recursive: true, withFileTypes: true })
  const files = entries.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name))
  const ours = files.filter((file) => !path.relative(SITE_DIR, file).startsWith('releases'))
  return (await Promise.all(ours.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0)
}

async function compareVisits({ page, large, small, browser, count }) {
  const lighthouse = await startLighthouse()
  const pages = { ours: large.url + page, reference: small.url + page }
  const runs = await inTurns(pages, count, (url) => lighthouse.measure(url, 'simulate'))
  await lighthouse.stop()
  const clock = await startClock()
  const tasks = await inTurns(pages, count, (url) => clock.measure(url, 'simulate'))
  await clock.stop()
  const bytes = async ({ url }) => (await bytesOf(await readRouteScripts(browser, { url, route: page }))) / 1_000
  const [ours, reference] = [medians(runs.ours), medians(runs.reference)]
  const row = (measured, unit, given) =>
    ratioRow({ goal: 'P10', measured: `${measured} of ${page} : at few remotes`, unit, ...given, most: 1.05 })
  const beyond = medians(tasks.ours).blocking - medians(tasks.reference).blocking * 1.05
  const blocking = { measured: `blocking time of ${page} beyond that at few`, ours: beyond }
  return [
    row('JavaScript', 'kB', { ours: await bytes(large), reference: await bytes(small) }),
    ...['fcp', 'lcp'].map((it) => row(it.toUpperCase(), 'ms', { ours: ours[it], reference: reference[it] })),
    figureRow({ ...blocking, goal: 'P10', unit: 'ms', most: 10 }),
  ]
}

function rowsOf(large, small) {
  const row = (measured, unit, ours, more) => figureRow({ goal: 'P10', measured, unit, ours, ...more })
  const ratio = (measured, unit, ours, reference, more) =>
    ratioRow({ goal: 'P10', measured: `${measured} : at few remotes`, unit, ours, reference, ...more })
  const perDocument = ({ whole, documents }) => whole.processorMs / documents
  const ofShell = large.next.processorMs / large.documents
  const disk = { ours: large.disk.fifty / 1e6, reference: large.disk.one / 1e6 }
  const ofDisk = `disk of ${COMPOSITIONS} compositions, 1 % changed in each : of one`
  return [
    row(`activation of all ${large.documents} documents of ${PARTS + 3} remotes`, 's', large.whole.ms / 1_000),
    ratio('… processor time for each document', 'ms', perDocument(large), perDocument(small), { most: 1.1 }),
    row('the shell’s next release, processor time for each', 'ms', ofShell, { most: 80 }),
    row(`one changed remote of ${PAGES} pages`, 's', large.change.ms / 1_000, { most: 10 }),
    ratio('…', 's', large.change.ms / 1_000, small.change.ms / 1_000, { most: 1.2 }),
    row('rollback, until visitors get it', 's', large.rollback / 1_000, { most: 1 }),
    row('start of an origin, until it serves pages', 's', large.ready / 1_000, { most: 5 }),
    row('memory of an origin after a load over many pages', 'MB', large.memory, { most: 512 }),
    ratio('documents/s, one page', '', large.hot, small.hot, { least: 0.8 }),
    ratioRow({ goal: 'P10', measured: ofDisk, unit: 'MB', ...disk, most: 1.5 }),
  ]
}

function pageSource(name) {
  return `import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { PageOpening } from '@site/shared/ui'
const WORDS = 'safety training course certificate site worker risk method inspection harness ladder scaffold'.split(' ')
const sentence = (seed: number): string =>
  Array.from({ length: 14 }, (_, index) => WORDS[(seed * 7 + index * (seed % 5) + index * index) % WORDS.length]).join(' ')
export default function PartPage() {
  const { id = '0' } = useParams()
  const seed = Number(id)
  const title = \`${name}, page \${id}\`
  return <>
    <PageHead title={title} description={sentence(seed)} path={\`/${name}/\${id}\`} />
    <PageOpening title={title} lead={sentence(seed + 1)} />
    {Array.from({ length: 24 }, (_, index) => <p key={index}>{\`\${sentence(seed + index)}, \${sentence(seed * 3 + index)}.\`}</p>)}
    <p><Link to="/${name}/0">All of ${name}</Link></p>
  </>
}
`
}

function releaseSource(name) {
  return `import type { ReleaseManifest } from '@site/shared/release'
export default {
  pages: Array.from({ length: ${PAGES} }, (_, index) => ({ module: './${name}-page', path: \`/${name}/\${index}\` })),
} satisfies ReleaseManifest
`
}
