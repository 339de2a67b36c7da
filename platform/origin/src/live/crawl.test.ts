import { createRandom } from '@platform/base/testing/random'
import { addressOf } from '@platform/release/testing/fixture-release'
import { activateReleases } from '@platform/site/changes/activate-releases'
import { diffSite, type SiteDiff } from '@platform/site/queries/diff-site'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { filesAddress } from '@site/shared/composition-timing'
import { changeSome, chooseStatements, fixturesOf, MAPS, NAMES, PAY, type Statements } from '../testing/random-releases'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

/** `PAIRS=300 npx jest src/live/crawl` is the whole promise. */
const PAIRS = Number(process.env.PAIRS ?? 12)
jest.setTimeout(60_000 + PAIRS * 5_000)

const random = createRandom(Number(process.env.SEED ?? 20_261_127))
const PAGES = ['/', '/about', '/courses', '/offers', '/blog', '/blog/2', '/deals', '/blog/unknown']
const ADDRESSES = [
  ...PAGES,
  ...PAGES.slice(1).map((it) => `${it}/`),
  ...['food', 'health', 'other'].flatMap((it) => [`/courses?category=${it}`, `/courses/?category=${it}`]),
  ...['/blog/77', '/blog/77/', '/blog/a/b', '/courses/77', '/courses/77?category=food', '/nowhere', '/ABOUT'],
  ...['/robots.txt', '/sitemap.xml', '/favicon.svg', '/images/courses/1.svg', filesAddress()],
  ...['/a.js', '/assets/catalog/none.js', '/images/none', '/api/none', '/healthz', '/fonts/none', '/%2e%2e/x', '/%zz'],
]
const UNSTABLE =
  /^(?:date|etag|server-timing|content-length|last-modified|x-request-id|keep-alive|connection|transfer-encoding)$/
const HASHED = /(\/assets\/[\w./-]+?)\.([0-9a-f]{8})(\.\w+)/g
const LISTED = /"([\w./-]+\.\w+)":"([0-9a-f]{8})"/g
const OWN = /"(?:version|shellVersion|requestId)":"[^"]+"|sha(?:256|384)-[\w+/=]+|<lastmod>.*?<\/lastmod>/g

type Answer = { status: number; headers: Record<string, string>; body: string }
type Crawled = { answers: Map<string, Answer>; hashes: Map<string, string | undefined> }

let site: TestSite
let origin: TestOrigin
const published = new Map<string, string>()
const live = () => origin.origin.site.current()
beforeAll(async () => {
  site = await createTestSite()
  await site.changeSettings({ hosts: { catalog: { 'script-src': [PAY] }, shell: { 'img-src': [MAPS] } } })
})
afterAll(async () => {
  await origin.close()
  await site.remove()
})

/** Publishes what differs, and sometimes what is built anew. @returns addresses of all browser files */
async function publish(state: Statements, pair: number, versions: Record<string, string>): Promise<string[]> {
  const addresses: string[] = []
  for (const fixture of fixturesOf(state)) {
    const { package: name = '', content = {} } = fixture
    const text = JSON.stringify(fixture)
    if (published.get(name) !== text || random.chance(0.2)) {
      versions[name] = `0.${pair}.0`
      await site.publish({ ...fixture, version: versions[name] })
    }
    published.set(name, text)
    const files = Object.keys(content).filter((file) => file.startsWith('client/'))
    addresses.push(...files.map((file) => addressOf(fixture, file.slice('client/'.length))))
  }
  return addresses
}

/** Versions, hashes and dates change by themselves, and settings name the site's address. */
const withoutOwn = (text: string) => text.replace(HASHED, '$1$3').replace(LISTED, '"$1":""').replace(OWN, '')

async function ask(address: string): Promise<Answer> {
  const publicUrl = live()?.pages.publicUrl ?? ''
  const headers = { host: new URL(publicUrl).host, 'sec-fetch-dest': 'document' }
  const { status, text, headers: all } = await origin.send(address, { headers })
  const stable = Object.entries(all)
    .filter(([name]) => !UNSTABLE.test(name))
    .map(([name, it]) => [name, withoutOwn(String(it).replaceAll(publicUrl, ''))])
  return { status, headers: Object.fromEntries(stable), body: text }
}

async function crawl(assets: readonly string[]): Promise<Crawled> {
  const asked = await Promise.all([...ADDRESSES, ...assets].map(async (it) => [it, await ask(it)] as const))
  const named = asked.flatMap(([, { body }]) => [
    ...[...body.matchAll(HASHED)].map(([, name, hash, extension]) => [`${name}${extension}`, hash] as const),
    ...[...body.matchAll(/"(\w+)":{("[\w./-]+\.\w+":"[0-9a-f]{8}"[^}]*)}/g)].flatMap(([, owner, files = '']) =>
      [...files.matchAll(LISTED)].map(([, name, hash]) => [`/assets/${owner}/${name}`, hash] as const),
    ),
  ])
  return {
    answers: new Map(asked.map(([it, answer]) => [it, { ...answer, body: withoutOwn(answer.body) }])),
    hashes: new Map(named),
  }
}

const NONE: Answer = { status: 0, headers: {}, body: '' }
const at = ({ answers }: Crawled, address: string) => answers.get(address) ?? NONE
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Rows of the table of answers that may answer for an address without a row of its own. */
function rowsFor(address: string): string[] {
  const [path = '', query = ''] = address.split('?')
  const fallbacks = live()?.composition.fallbacks ?? []
  const page = path.replace(/\/$/, '')
  const folder = page.slice(0, page.lastIndexOf('/'))
  const pages = fallbacks.filter(({ below }) => below === folder).map((it) => it.page)
  return [page, ...(query ? [`${page}?${query}`] : []), `${folder}/…`, ...pages]
}

function namesOf({ pages, releases, settings, changesForVisitors }: SiteDiff) {
  const files = releases.flatMap(({ package: name, parts: { files: all } }) =>
    [...(all?.added ?? []), ...(all?.gone ?? []), ...(all?.changed ?? [])].map((file) =>
      file.replace(/^client\//, `/assets/${name}/`).replace(/^public/, ''),
    ),
  )
  const changed = new Map(pages.changed.map((it) => [it.address, it.parts]))
  // The list of files names routes and files of all pages, which are named themselves.
  if (changesForVisitors || releases.some(({ parts }) => parts.routes)) files.push(filesAddress())
  return { files: new Set(files), moved: new Set([...pages.added, ...pages.gone]), changed, settings }
}
type Names = ReturnType<typeof namesOf>

/** Differences that no name of `diff` covers. */
function findUnnamed(before: Crawled, after: Crawled, rows: ReadonlySet<string>, names: Names): string[] {
  const { files, moved, changed } = names
  const unnamed = [...before.answers.keys()].filter((address) => {
    const [old, now] = [at(before, address), at(after, address)]
    const isAnswered = isSame([old.status, old.headers], [now.status, now.headers])
    if (isAnswered && old.body === now.body) return false
    const [name = address] = rows.has(address) ? [address] : []
    const candidates = rows.has(name) ? [name] : [address.replace(HASHED, '$1$3'), ...rowsFor(address)]
    return !candidates.some((it) => {
      const { answer, ...body } = changed.get(it) ?? {}
      const isNamed = (isAnswered || answer) && (old.body === now.body || Object.keys(body).length > 0)
      return files.has(it) || moved.has(it) || (changed.has(it) && isNamed)
    })
  })
  const hashes = [...before.hashes.keys()].filter((it) => after.hashes.has(it))
  return [...unnamed, ...hashes.filter((it) => before.hashes.get(it) !== after.hashes.get(it) && !files.has(it))]
}

const POLICY = 'content-security-policy'

/** As `diff` names them: `status 200`, `vary: accept-encoding`, `img-src https://maps.example`. */
function linesOf({ status, headers: { [POLICY]: policy = '', ...headers } }: Answer): string[] {
  const directives = policy.split(';').map((it) => it.trim().split(/\s+/))
  const sources = directives.flatMap(([name = '', ...all]) =>
    all.length > 0 ? all.map((it) => `${name} ${it}`) : [name],
  )
  return [`status ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...sources]
}

/** Names of `diff` without a difference. */
function findInvented(before: Crawled, after: Crawled, { files, moved, changed, settings }: Names): string[] {
  const [old, now] = [before, after].map((it) => (name: string) => at(it, name.replace('…', '77'))) as [
    (name: string) => Answer,
    (name: string) => Answer,
  ]
  const count = (answer: Answer, line: string) => linesOf(answer).filter((it) => it === line).length
  const lines = [...changed].flatMap(([name, { answer }]) =>
    (['added', 'gone'] as const).flatMap((kind) =>
      (answer?.[kind] ?? [])
        .filter((line) => !line.startsWith('package '))
        .filter((line) => count(old(name), line) === count(now(name), line))
        .map((line) => `${name}: ${kind} ${line}`),
    ),
  )
  const bodies = [...changed].filter(([name, { answer, scripts, ...body }]) => {
    const isOther = old(name).body !== now(name).body
    return (Object.keys(body).length > 0 && !isOther) || scripts?.changed.some((it) => !files.has(it))
  })
  const isChanged = (file: string) =>
    !isSame(old(file), now(file)) || before.hashes.get(file) !== after.hashes.get(file)
  return [
    ...lines,
    ...bodies.map(([name]) => name),
    ...[...moved].filter((name) => isSame(old(name), now(name))),
    ...[...files].filter((file) => file !== filesAddress() && !isChanged(file)),
    ...settings.filter((name) => name !== 'publicUrl'),
  ]
}

const rowsNow = () => [...(live()?.pages.rows.keys() ?? [])]
const isShown = async () => {
  const pointer = await site.copy.readPointer()
  await until(() => live()?.composition.number === pointer?.live)
}

// A release took over another's addresses, and `diff` said that nothing changes.
it('D1: a crawler that asks an origin everything before and after finds what diff names, and nothing else', async () => {
  const names = ['shell', 'catalog', 'content']
  const allowed = [
    'prices' as const,
    ...names.flatMap((name) => [`removal:${name}` as const, `weaker-policy:${name}` as const]),
  ]
  const limits = { ...site.limits, allowed }
  const versions: Record<string, string> = {}
  let state = chooseStatements(random)
  const assets = new Set(await publish(state, 0, versions))
  await activateReleases(site.store, versions, limits)
  origin = await startTestOrigin(site)
  await isShown()
  let before = await crawl([...assets])
  let seen = 0
  const faults: object[] = []
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    const next = changeSome(random, state)
    for (const asset of await publish(next, pair, versions)) assets.add(asset)
    const [rows, number] = [rowsNow(), live()?.composition.number]
    const wanted = Object.entries(versions).map((it) => it.join('@'))
    const isForeseen = pair % 4 === 0 && next.publicUrl === state.publicUrl
    const foreseen = isForeseen ? await diffSite(site.store, ['live', wanted.join()], site.limits) : undefined
    await activateReleases(site.store, versions, limits)
    const { publicUrl } = next
    if (publicUrl !== state.publicUrl) await site.changeSettings({ publicUrl })
    await isShown()
    const after = await crawl([...assets])
    const found = await diffSite(site.store, [`${number}`, `${live()?.composition.number}`], site.limits)
    if (foreseen) expect([pair, foreseen.pages, foreseen.releases]).toEqual([pair, found.pages, found.releases])
    const unnamed = findUnnamed(before, after, new Set([...rows, ...rowsNow()]), namesOf(found))
    const invented = findInvented(before, after, namesOf(found))
    const wrong = [...unnamed, ...invented].map((it) => [at(before, it), at(after, it)])
    const differing = NAMES.filter((name) => state[name] !== next[name]).map((name) => [name, state[name], next[name]])
    if (wrong.length > 0) faults.push({ pair, differing, unnamed, invented, answers: wrong.slice(0, 2) })
    seen += found.pages.changed.length + found.pages.added.length + found.pages.gone.length
    state = next
    before = after
  }
  expect(faults).toEqual([])
  expect(seen).toBeGreaterThan(PAIRS)
})
