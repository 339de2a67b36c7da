// `node scripts/artwork/subset-font.mjs`: cuts the site's typeface down to what its pages need and writes
// shell/public/fonts/ and shell/src/typeface/. Needs the font Liberation Sans, which has Arial's widths, and the packages
// subset-font and @fontsource-variable/public-sans, which nothing else needs: `npm install --no-save` them first.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { chromiumFlags, findChromium } from '../lib/chromium.mjs'
import { root } from '../lib/packages.mjs'

const FAMILY = 'Public Sans'
const PACKAGE = '@fontsource-variable/public-sans'
const WEIGHTS = { min: 400, max: 750, default: 400 }
const BASIC_LATIN = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
const CHARACTERS = `${BASIC_LATIN}\u00a0£©«°·»×–—‘’“”•…→éüäç`

/** Lines as the pages have them: their letters decide how wide the fallback must be. */
const SAMPLE =
  'Courses in site safety, first aid, food hygiene and mental health, in the classroom or online. Book one place for yourself or train a whole team.'

/** Arial and its likes on computers and iOS, Roboto on Android; `width` is that of the sample beside Arial's. */
const FALLBACKS = [
  { family: 'Site Arial', names: ['Arial', 'Liberation Sans', 'Arimo'], weight: 400, range: '400 549', width: 1 },
  {
    family: 'Site Arial',
    names: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'],
    weight: 700,
    range: '550 750',
    width: 1,
  },
  { family: 'Site Roboto', names: ['Roboto', 'Roboto Regular'], weight: 400, range: '400 549', width: 0.9975 },
  { family: 'Site Roboto', names: ['Roboto Bold'], weight: 700, range: '550 750', width: 0.9396 },
]

const require = createRequire(import.meta.url)
const source = path.dirname(require.resolve(`${PACKAGE}/package.json`))
const folder = path.join(root, 'shell/public/fonts')

const whole = await readFile(path.join(source, 'files/public-sans-latin-wght-normal.woff2'))
const font = await subsetFont(whole, CHARACTERS, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
const file = `public-sans.${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
await mkdir(folder, { recursive: true })
for (const old of await readdir(folder)) if (old.endsWith('.woff2')) await rm(path.join(folder, old))
await writeFile(path.join(folder, file), font)
await copyFile(path.join(source, 'LICENSE'), path.join(folder, 'public-sans-license.txt'))
await writeFile(path.join(root, 'shell/src/typeface/fallbacks.css'), styles(await measure(font)))
await writeFile(
  path.join(root, 'shell/src/typeface/font.ts'),
  `/** Written by scripts/artwork/subset-font.mjs: the site's typeface, one file for all weights. */
export const font = { family: '${FAMILY}', file: '/fonts/${file}', weight: '${WEIGHTS.min} ${WEIGHTS.max}' }
`,
)
console.log(`${file}: ${font.length} bytes`)

function styles(measured) {
  const faces = FALLBACKS.map((fallback) => fallbackFace(fallback, measured[fallback.weight]))
  return `/* Written by scripts/artwork/subset-font.mjs: installed fonts that take the room of the site's own, so that nothing moves when it arrives. */\n${faces.join('\n')}\n`
}

function fallbackFace({ family, names, range, width }, { ascent, descent, toArial }) {
  const adjust = toArial / width
  const percent = (value) =>
    value.toLocaleString('en', { style: 'percent', minimumFractionDigits: 2, useGrouping: false })
  return `@font-face {
  font-family: "${family}";
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  font-weight: ${range};
  ascent-override: ${percent(ascent / adjust)};
  descent-override: ${percent(descent / adjust)};
  line-gap-override: 0%;
  size-adjust: ${percent(adjust)};
}`
}

/** How wide and high the font stands beside the fallback, as shares of the font size. */
async function measure(data) {
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test')
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const page = await browser.newPage()
    return await page.evaluate(
      async ({ bytes, sample, weights }) => {
        const face = new FontFace('Measured', new Uint8Array(bytes).buffer, { weight: weights })
        document.fonts.add(await face.load())
        const context = document.createElement('canvas').getContext('2d')
        const measureText = (font) => {
          context.font = font
          return context.measureText(sample)
        }
        const compare = (weight) => {
          const own = measureText(`${weight} 1000px Measured`)
          const other = measureText(`${weight} 1000px "Liberation Sans"`)
          const ascent = own.fontBoundingBoxAscent / 1000
          return { ascent, descent: own.fontBoundingBoxDescent / 1000, toArial: own.width / other.width }
        }
        return { 400: compare(400), 700: compare(700) }
      },
      { bytes: [...data], sample: SAMPLE, weights: `${WEIGHTS.min} ${WEIGHTS.max}` },
    )
  } finally {
    await browser.close()
  }
}
