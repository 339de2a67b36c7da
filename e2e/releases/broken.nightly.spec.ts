import { findChromium } from '../../scripts/machine/browsers.mjs'
import type { Change } from '../support/release-copy'
import { type PackageName, packages } from '../support/site'
import { expect, shareSite, test } from '../support/test'

const shared = shareSite()

const style = (text: string): Change => ({ styles: text })
const script = (text: string): Change => ({ client: [{ from: /$/, to: `\n;${text}` }] })
const dead = script(
  `addEventListener('click', (event) => { if (event.target.closest('main button')) { event.stopPropagation(); event.preventDefault() } }, true)`,
)
const slow = script('for (const t = Date.now(); Date.now() - t < 5e3; );')
const hang = (afterMs: number) => script(`setTimeout(() => { for (;;); }, ${afterMs})`)

type Refused = [what: string, name: PackageName, change: Change, reason: RegExp]
const REFUSED: Refused[] = [
  ['is blank', 'catalog', style('main{display:none!important}'), /reports "hidden"|does not become usable/],
  [
    'is covered',
    'content',
    style('body::after{content:"";position:fixed;inset:0;background:#fff}'),
    /reports "hidden"/,
  ],
  ['is transparent', 'checkout', style('main{opacity:0!important}'), /reports "hidden"|looks different/],
  ...packages.map((it): Refused => [`has dead buttons in ${it}`, it, dead, /reports "dead"/]),
  ['hangs after 2 s', 'catalog', hang(2_000), /stops answering/],
  ['hangs after 30 s', 'catalog', hang(30_000), /stops answering/],
  ['is 5 s slower', 'catalog', slow, /stops answering|"busy"/],
  ['is 5 s slower in shell', 'shell', slow, /stops answering|"busy"/],
  ['throws', 'catalog', script('throw new Error("broken")'), /does not become usable|reports "throw"/],
  ['throws later', 'catalog', script('setTimeout(() => { throw new Error("broken") }, 1e3)'), /reports "throw"/],
  ['fails in Chromium only', 'content', script('if (/Chrom/.test(navigator.userAgent)) x.y'), /"throw"|usable/],
  [
    'throws after a navigation',
    'content',
    script(`onclick = () => { const at = location.pathname; setTimeout(() => at === location.pathname || x.y, 500) }`),
    /reports "throw"/,
  ],
  ['hangs after a press', 'catalog', script(`onclick = () => setTimeout(() => { for (;;); }, 500)`), /stops answering/],
  [
    'has a syntax that no browser knows',
    'content',
    { client: [{ from: /^/, to: '§' }] },
    /"load"|usable|stops answering/,
  ],
  ['loses its pictures', 'catalog', style('main img{visibility:hidden}'), /looks different/],
  ['loses its layout at 360 px', 'catalog', style('@media(width<400px){main{width:900px}}'), /at 360 px.* px wide/],
  ['has another typeface', 'catalog', style('*{font-family:monospace!important}'), /looks different/],
  ['shows other prices by style', 'catalog', style('main article p::before{content:"£1 "}'), /looks different/],
]

async function startCanary(name: PackageName, version: string, change: Change) {
  test.setTimeout(600_000)
  const { site } = shared
  await site.mustRun('publish', name, '--from', await site.copyRelease(name, version, change))
  const start = ['canary', 'start', `${name}@${version}`, '--share', '5']
  return site.runIn({ CHROMIUM_PATH: findChromium() }, ...start)
}

for (const [index, [what, name, change, reason]] of REFUSED.entries()) {
  // Such releases passed every check, and a canary with them promoted itself.
  test(`D5: a release that ${what} gets no visitor`, async () => {
    const { code, output } = await startCanary(name, `9.0.${index}`, change)
    expect(output).toMatch(reason)
    expect(output).toContain(`--allow looks:${name}`)
    expect(code).toBe(1)
  })
}

test('D5: a sound release becomes a canary, its pictures kept', async () => {
  const { code, output } = await startCanary('catalog', '9.1.0', script('var sound'))
  expect(output).toContain('/courses at 360 px: 0% of its pixels changed\n')
  expect(code, output).toBe(0)
})
