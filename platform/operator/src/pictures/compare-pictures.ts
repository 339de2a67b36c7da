import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { contentTypeOf } from '@platform/compose/answers/content-type'
import { assetAddress } from '@platform/release/manifest/asset-address'
import type { ChangedPages, SitePages } from '@platform/site/queries/changed-pages'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { type Look, startBrowser } from './browser'

/** CSS pixels: a small phone and a desktop. */
const WIDTHS = [360, 1_280]
const FEWEST_PIXELS = 20
/** ms for the last report to arrive. */
const REPORT_MS = 200
/** No page is opened after so many ms; a release of the shell changes every page. */
const LOOKING_MS = 60_000
const FAILURES = ['load', 'throw', 'rejection', 'repair', 'hidden', 'busy', 'dead']

export type Compared = {
  address: string
  width: number
  /** Of changed pixels, 0 to 1. */
  share: number
  doubts: string[]
  files: string[]
}

/**
 * Compares changed pages in a browser with the live ones.
 * @returns also the pages for which there was no time
 */
export async function comparePictures(
  copy: SiteCopy,
  program: string,
  { before, after, withSameText }: ChangedPages,
): Promise<{ compared: Compared[]; unseen: string[] }> {
  await rm(copy.pictures, { recursive: true, force: true })
  await mkdir(copy.pictures, { recursive: true })
  const sides = [await servePages(before), await servePages(after)] as const
  try {
    return await inTemporaryFolder(copy, 'browser', async (profile) => {
      const browser = startBrowser(program, profile)
      const seen: Looks[] = []
      const unseen: string[] = []
      const until = performance.now() + LOOKING_MS
      try {
        for (const address of after.pages.keys()) {
          if (performance.now() > until) {
            unseen.push(address)
            continue
          }
          const look = async (width: number): Promise<Looks> => {
            const [old = {}, next = {}] = await Promise.all(sides.map(({ url }) => browser.look(url + address, width)))
            return { address, width, old, next }
          }
          const looks = WIDTHS.map(async (width) => {
            const looks = await look(width)
            const isWhole = looks.old.picture && looks.next.picture
            const isDoubted = isWhole && withSameText.has(address) && drawDifference(looks).changed > FEWEST_PIXELS
            // Chromium leaves out a part now and then: a sound release was refused.
            return isDoubted ? look(width) : looks
          })
          const pictured = (await Promise.all(looks)).filter(({ old, next }) => old.picture || next.picture)
          if (pictured.length === 0) unseen.push(address)
          seen.push(...pictured)
        }
        await wait(REPORT_MS)
      } finally {
        browser.close()
      }
      const compared = await Promise.all(
        seen.map(async (looks) => {
          const { address, width } = looks
          const { changed, ...kept } = await keepPictures(copy.pictures, looks)
          const isUnexplained = withSameText.has(address) && changed > FEWEST_PIXELS
          const doubts = [
            ...findFailures(looks, sides),
            ...(isUnexplained ? ['looks different, though its text is the same'] : []),
          ]
          return { address, width, doubts, ...kept }
        }),
      )
      return { compared, unseen }
    })
  } finally {
    for (const side of sides) side.close()
  }
}

type Looks = { address: string; width: number; old: Look; next: Look }

function findFailures(
  { address, width, old, next }: Looks,
  [live, fresh]: readonly [ServedPages, ServedPages],
): string[] {
  if (!next.picture) return ['stops answering']
  const isNewAt = (kind: string, at: string) => fresh.hasReported(at, kind) && !live.hasReported(at, kind)
  const isNew = (kind: string) => isNewAt(kind, address) || isNewAt(kind, next.led ?? address)
  const isWider = (next.width ?? 0) > width && (old.width ?? 0) <= width
  const isDead = live.hasReported(address, 'interactive') && !fresh.hasReported(address, 'interactive')
  return [
    ...(isWider ? [`is ${next.width} px wide`] : []),
    ...(isDead ? ['does not become usable'] : []),
    ...FAILURES.filter(isNew).map((kind) => `reports "${kind}"`),
  ]
}

function drawDifference({ width, old, next }: Looks) {
  const pictures = [old, next].map(({ picture }) => (picture ? PNG.sync.read(picture) : new PNG({ width, height: 1 })))
  const height = Math.max(...pictures.map((it) => it.height))
  const [a, b, difference] = [...pictures, undefined].map((it) => {
    const whole = new PNG({ width, height, fill: true })
    if (it) PNG.bitblt(it, whole, 0, 0, Math.min(width, it.width), it.height, 0, 0)
    return whole
  }) as [PNG, PNG, PNG]
  return { changed: pixelmatch(a.data, b.data, difference.data, width, height), pictures: [a, b, difference] }
}

async function keepPictures(folder: string, looks: Looks) {
  const { address, width } = looks
  const name = `${address.slice(1).replace(/[^\w-]+/g, '-') || 'home'}-${width}`
  const { changed, pictures } = drawDifference(looks)
  const files = ['live', 'new', 'difference'].map((it) => `${name}-${it}.png`)
  for (const [index, picture] of pictures.entries()) {
    await writeFile(path.join(folder, files[index] ?? ''), PNG.sync.write(picture))
  }
  return { changed, share: changed / (width * (pictures[0]?.height ?? 1)), files }
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 2 })

export function formatCompared({ address, width, share, doubts }: Compared): string {
  const doubt = doubts.length > 0 ? `; it ${doubts.join(', ')}` : ''
  return `${address} at ${width} px: ${percent.format(share)} of its pixels changed${doubt}`
}

type ServedPages = Awaited<ReturnType<typeof servePages>>

/** Serves documents with their files, and keeps what they report. */
async function servePages({ pages, releases }: SitePages) {
  const reported = new Set<string>()
  const files = new Map(
    releases.flatMap(({ release, folder }) =>
      Object.keys(release.files).map((file) => {
        const address = file.replace(/^client\/(.*)/, (_, name) => assetAddress(release, name)).replace(/^public/, '')
        return [address, path.join(folder, file)] as const
      }),
    ),
  )
  const server = createServer(async (request, response) => {
    const [address = ''] = (request.url ?? '').split('?')
    if (address === '/beacon') {
      let body = ''
      for await (const chunk of request) body += chunk
      try {
        const { kind, url } = JSON.parse(body)
        reported.add(`${url} ${kind}`)
      } catch {}
      response.writeHead(204).end()
      return
    }
    const file = files.get(address)
    const body = pages.get(address) ?? (file && (await readFile(file).catch(() => undefined)))
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': contentTypeOf(file ?? 'page.html') }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasReported: (address: string, kind: string) => reported.has(`${address} ${kind}`),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
