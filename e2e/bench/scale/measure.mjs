import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../../../scripts/lib/packages.mjs'
import { countDocuments } from '../operations/grown-release.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { createSite } from '../site/create-site.mjs'
import { getCompressed } from '../site/get.mjs'
import { residentMegabytes } from '../site/resident-megabytes.mjs'
import { compareVisits } from './compare-visits.mjs'
import { deriveRelease, sizeOf } from './derive-release.mjs'
import { loadPages } from './load-pages.mjs'
import { makeTree } from './make-tree.mjs'

const OTHERS = ['catalog', 'content', 'checkout']
const PARTS = Number(process.env.SCALE_PARTS ?? 97)
const PAGES = Number(process.env.SCALE_PAGES ?? 103)
const COMPOSITIONS = 50
/** Of the pages, in each of them. */
const CHANGED_SHARE = 0.01
const POLL_MS = 10
const names = Array.from({ length: PARTS }, (_, index) => `part${String(index).padStart(2, '0')}`)
const [changed] = names

/** P10: what a release of one remote costs on a site of a hundred, and on one of three and itself; and what visitors notice. */
export async function measureScale({ browser, options, progress }) {
  progress('scale: build the shell and a remote of the template')
  const tree = await makeTree(changed, PAGES)
  const remote = await tree.buildRemote()
  const nextShell = () => tree.buildNextShell(names)
  const large = await measureSite({ remote, shell: await tree.buildShell(names), nextShell, parts: names, progress })
  const small = await measureSite({ remote, shell: await tree.buildShell([changed]), parts: [changed], progress })
  const rows = rowsOf(large.figures, small.figures)
  const details = { large: large.figures, small: small.figures, visits: [] }
  for (const page of [`/${changed}/1`, '/courses']) {
    const sites = { large: large.url, small: small.url }
    const visits = await compareVisits({ ...sites, page, browser, runs: options.runs, progress })
    rows.push(...visits.rows)
    details.visits.push(visits.details)
  }
  await Promise.all([large.remove(), small.remove()])
  return { rows, details }
}

async function measureSite({ remote, shell, nextShell, parts, progress }) {
  const site = await createSite()
  const say = (what) => progress(`scale, ${parts.length + OTHERS.length} remotes: ${what}`)
  const release = async (name, label, texts) => {
    const to = path.join(site.folder, 'built', `${name}-${label}`)
    const version = `1.0.0-scale.${label}`
    await deriveRelease({ from: remote, to, name, version, texts })
    await site.command('publish', name, '--from', to)
    return `${name}@${version}`
  }
  try {
    say('publish')
    await site.command('publish', 'shell', '--from', shell)
    for (const name of OTHERS) await site.command('publish', name, '--from', path.join(root, name, 'dist'))
    for (const name of parts) await release(name, '0')
    say('activate all')
    const all = ['shell', ...OTHERS, ...parts].map((name) => `${name}@latest`)
    const whole = await site.command('activate', ...all)
    say(`that took ${took(whole)}`)
    const documents = countDocuments(await site.readComposition())
    const one = await diskOf(site)
    say('activate one changed remote')
    const changes = []
    for (const label of ['1', '2', '3']) {
      const name = await release(changed, label, { harness: `harness${label}` })
      changes.push(await site.command('activate', name))
      say(`that took ${took(changes.at(-1))}`)
    }
    const four = await diskOf(site)
    say('activate the same')
    const equal = await site.command('activate', `${changed}@latest`)
    say('roll back, and load')
    const { url, ...served } = await serve(site)
    const added = (four - one) / changes.length
    const ofOnePercent = added * ((CHANGED_SHARE * documents) / PAGES)
    const disk = { one, added, fifty: one + ofOnePercent * (COMPOSITIONS - 1) }
    const change = changes.sort((a, b) => a.ms - b.ms)[1]
    const nextRelease = nextShell && (await releaseShell(site, nextShell, say))
    const figures = { whole, documents, change, equal, ...served, disk, nextRelease }
    return { figures, url, remove: site.remove }
  } catch (error) {
    await site.remove()
    throw error
  }
}

/** A release of the shell that changes every page. */
async function releaseShell(site, nextShell, say) {
  say('build the shell’s next release')
  await site.command('publish', 'shell', '--from', await nextShell())
  say('activate it')
  const activated = await site.command('activate', 'shell@latest')
  say(`that took ${took(activated)}`)
  return activated
}

async function untilAnother(page, etag) {
  while ((await getCompressed(page)).headers.etag === etag) await setTimeout(POLL_MS)
}

function took({ ms, processorMs }) {
  return `${(ms / 1_000).toFixed(1)} s, ${(processorMs / 1_000).toFixed(1)} s of a processor`
}

/** What compositions take; releases are what teams publish. */
async function diskOf({ env: { SITE_DIR } }) {
  return (await sizeOf(path.join(SITE_DIR, 'compositions'))) + (await sizeOf(path.join(SITE_DIR, 'blobs')))
}

/** A start, a rollback from the operator's command until a visitor gets the page of before, and a load. */
async function serve(site) {
  const before = performance.now()
  const origin = await site.start()
  const ready = origin.servesAt - before
  const open = performance.now() - before
  const page = `${origin.url}/${changed}/1`
  const { etag } = (await getCompressed(page)).headers
  const startedAt = performance.now()
  await site.command('rollback')
  await untilAnother(page, etag)
  const rollback = performance.now() - startedAt
  const hot = await loadPages(origin.url, [`/${changed}/1`])
  const { pages } = await site.readComposition()
  const found = Object.keys(pages).filter((path) => pages[path].status === 200)
  const all = await loadPages(origin.url, found)
  return { url: origin.url, ready, open, rollback, hot, all, memory: await residentMegabytes(origin.pid) }
}

function rowsOf(large, small) {
  const busy = ({ processorMs, ms }) => processorMs || ms
  const seconds = (ms) => ms / 1_000
  const perDocument = (act) => busy(act) / large.documents
  const about = `${large.documents} documents of ${PARTS + OTHERS.length} remotes`
  const row = (measured, unit, ours, more = {}) => figureRow({ goal: 'P10', measured, unit, ours, ...more })
  return [
    row(`activation of all ${about}`, 's', seconds(large.whole.ms)),
    row('… processor time for each document', 'ms', perDocument(large.whole)),
    row('… most memory of the operator’s processes', 'MB', large.whole.megabytes, { most: 1_000 }),
    row('the shell’s next release, processor time for each', 'ms', perDocument(large.nextRelease), { most: 80 }),
    row(`one changed remote of ${PAGES} pages among ${about}`, 's', seconds(large.change.ms), { most: 10 }),
    ratioRow({
      goal: 'P10',
      measured: `… : the same beside ${OTHERS.length} remotes`,
      unit: 's',
      ours: seconds(large.change.ms),
      reference: seconds(small.change.ms),
      most: 1.2,
    }),
    ratioRow({
      goal: 'P10',
      measured: `… processor time, : the same beside ${OTHERS.length} remotes`,
      unit: 's',
      ours: seconds(busy(large.change)),
      reference: seconds(busy(small.change)),
    }),
    row('the same releases once more', 's', seconds(large.equal.ms)),
    row('rollback, until visitors get it', 's', seconds(large.rollback), { most: 1 }),
    row('start of an origin, until it serves pages', 's', seconds(large.ready), { most: 5 }),
    row('… until its shop is open, with a new embedded database', 's', seconds(large.open)),
    row('memory of an origin after a load over all pages', 'MB', large.memory, { most: 512 }),
    ...['hot', 'all'].map((pages) =>
      ratioRow({
        goal: 'P10',
        measured: `documents/s, ${pages === 'hot' ? 'one page' : 'all pages'} : the same beside ${OTHERS.length} remotes`,
        unit: '',
        ours: large[pages],
        reference: small[pages],
        ...(pages === 'hot' && { least: 0.8 }),
      }),
    ),
    ratioRow({
      goal: 'P10',
      measured: `disk of ${COMPOSITIONS} compositions, of which each changed 1 % of the pages : of one`,
      unit: 'MB',
      ours: large.disk.fifty / 1e6,
      reference: large.disk.one / 1e6,
      most: 1.5,
    }),
  ]
}
