import type { Page } from '@playwright/test'
import type { Change } from '../support/release-copy'
import { collectReports, type Message } from '../support/reports'
import { addToCart } from '../support/shop'
import { createSite, type PackageName, type Site } from '../support/site'
import { expect, open, test } from '../support/test'

type Saying = (composition: number, visitor: number) => readonly Message[]

const REPORT_DELAY_MS = 1_500

/** Replays a browser's reports over HTTP, each visitor from its own address. */
function startVisitors(url: string, path: string, perSecond: number, say: Saying) {
  const pending = new Set<Promise<void>>()
  let count = 0

  async function visit(visitor: number): Promise<void> {
    const ip = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
    const from = { 'x-forwarded-for': ip }
    const response = await fetch(url + path, { headers: { ...from, 'sec-fetch-dest': 'document' } })
    await response.arrayBuffer()
    const composition = Number(/composition;desc=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
    await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS))
    const headers = { ...from, 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin', origin: url }
    for (const message of say(composition, visitor)) {
      const body = JSON.stringify({ ...message, composition })
      await fetch(`${url}/beacon`, { method: 'POST', headers, body })
    }
  }

  const timer = setInterval(() => {
    count += 1
    const visiting = visit(count)
    pending.add(visiting)
    void visiting.catch(() => {}).finally(() => pending.delete(visiting))
  }, 1_000 / perSecond)
  return {
    count: () => count,
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(pending)
    },
  }
}

const PER_SECOND = 20
const SHARE = 50
const SECONDS = 60
/** One visitor in five fills the cart; one in twenty meets a rare failure. */
const BUYERS = 5
const UNLUCKY = 20
const START_OF_SCRIPT = '//# allFunctionsCalledOnLoad'
const HEADING = '"Available Courses"'

/** `says`: kinds of reports it causes; `isRare`: not for all visitors. */
type Broken = { name: PackageName; change: Change; reason: RegExp; says: readonly string[]; isRare?: boolean }
const broken: Record<string, Broken> = {
  'is dead at its start': {
    name: 'shell',
    change: { client: [{ from: START_OF_SCRIPT, to: 'throw new Error("dead at its start")' }] },
    says: ['error'],
    reason: /visits (became interactive|failed) .*shell@9\.0\.0 \(throw/,
  },
  'has an "Add to Cart" that does nothing': {
    name: 'catalog',
    change: { client: [{ from: '.addCourse(', to: '.addNothing?.(' }] },
    says: ['interactive'],
    reason: /fewer visits put something into the cart/,
  },
  'fails for 5 % of its visitors': {
    name: 'catalog',
    change: {
      client: [{ from: HEADING, to: `(setTimeout(() => { throw new Error("fails for some") }), ${HEADING})` }],
    },
    says: ['interactive', 'cart', 'throw'],
    reason: /more visits failed .*catalog@9\.0\.0 \(throw/,
    isRare: true,
  },
}
const SOUND = ['interactive', 'cart']

test.use({ expectedErrors: /dead at its start|fails for some|Unexpected|Failed to load/ })
test.setTimeout(600_000)

let siteOfTest: Site | undefined
test.afterEach(async () => {
  await siteOfTest?.remove()
  siteOfTest = undefined
})

async function listen(page: Page, url: string, cookie: string): Promise<Message[]> {
  const messages = collectReports(page)
  await page.context().addCookies([{ name: 'site_rollout', value: cookie, url }])
  await page.goto(`${url}/courses`)
  await page.waitForLoadState('load')
  await addToCart(page, 'Manual Handling')
  return messages
}

async function startCanary(site: Site, { name, change }: Broken) {
  const url = await site.start()
  await site.mustRun('publish', name, '--from', await site.copyRelease(name, '9.0.0', change))
  await site.mustRun('canary', 'start', `${name}@9.0.0`, '--steps', `${SHARE},75`, '--every', '1m')
  const first = await fetch(`${url}/courses`)
  await expect
    .poll(async () => (await fetch(`${url}/courses`)).headers.get('set-cookie') ?? '')
    .toContain('site_rollout')
  const asked = await fetch(`${url}/courses`)
  const salt = /site_rollout=([\w-]+)\.\d+/.exec(asked.headers.get('set-cookie') ?? '')?.[1] ?? ''
  await first.body?.cancel()
  return { url, salt }
}

const status = async (site: Site) => JSON.parse(await site.mustRun('status', '--json'))

for (const [kind, release] of Object.entries(broken)) {
  test(`a canary that ${kind} is dropped within ${SECONDS} seconds of ${PER_SECOND} visitors each, before its next step`, async ({
    browser,
  }) => {
    const site = await createSite({
      from: process.env.BUILT_SITE_DIR ?? '',
      variables: { TRUSTED_PROXIES: '127.0.0.1,::1' },
    })
    siteOfTest = site
    const { url, salt } = await startCanary(site, release)
    const number = (await status(site)).canary.number
    const said = await Promise.all(
      Object.entries({ '0': release.says, '9999': SOUND }).map(async ([bucket, says]) => {
        const page = await browser.newPage()
        const messages = await listen(page, url, `${salt}.${bucket}`)
        await expect.poll(() => messages.map((it) => it.kind)).toEqual(expect.arrayContaining([...says]))
        await page.close()
        return messages
      }),
    )
    const [tried = [], stable = []] = said
    expect(stable.map((it) => it.kind)).toEqual(SOUND)
    const perSecond = (PER_SECOND * 100) / SHARE
    const visitors = startVisitors(url, '/courses', perSecond, (composition, visitor) =>
      (composition === number ? tried : stable)
        .filter((it) => it.kind !== 'cart' || visitor % BUYERS === 0)
        .filter((it) => !release.isRare || SOUND.includes(String(it.kind)) || visitor % UNLUCKY === 1),
    )
    await expect.poll(async () => (await status(site)).hold?.reason, { timeout: 180_000 }).toMatch(release.reason)
    console.log(`dropped after ${(visitors.count() / perSecond).toFixed(0)} seconds of ${PER_SECOND} visitors each`)
    expect(visitors.count()).toBeLessThanOrEqual(perSecond * SECONDS)
    await visitors.stop()
    const record = await site.mustRun('log')
    expect(record).toContain('automatic: drop canary')
    expect(record).not.toContain('canary step')
  })
}

test('a page says once that it answers, and once that something was put into the cart', async ({ page, site }) => {
  const url = await site.start()
  const messages = collectReports(page)
  await page.addInitScript(() => {
    Math.random = () => 0.99
  })
  await open(page, `${url}/courses`)
  for (let press = 0; press < 3; press += 1) await addToCart(page, 'Manual Handling')
  await expect.poll(() => messages.map((it) => it.kind)).toEqual(['interactive', 'cart'])
})
