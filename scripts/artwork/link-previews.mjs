// `node scripts/artwork/link-previews.mjs`: draws the pictures that link previews show (og:image), one for
// each kind of page and one for each blog post, and writes them to the public/og folders of their owners.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { withBrowser } from './lib/browser.mjs'
import { loadData } from './lib/load-data.mjs'

// The size every network asks for; the document names it (og:image:width).
const SIZE = { width: 1200, height: 630 }
/** Some networks give up on slow pictures. */
const MAX_BYTES = 60_000
const QUALITIES = [86, 80, 74, 68, 62]

const { company } = await loadData('shared/src/company.ts')
const { posts } = await loadData('content/src/blog/posts.ts')
const logo = await readFile(path.join(root, 'shell/public/images/logo-light.svg'), 'utf8')

const pages = [
  { file: 'shell/site', title: 'Safety training for people at work', art: 'shell/public/images/services/health.svg' },
  { file: 'shell/about', title: 'About us', art: 'content/public/images/blog/2.svg' },
  { file: 'shell/contact', title: 'Contact us', art: 'shell/public/images/services/consultancy.svg' },
  { file: 'catalog/courses', title: 'Safety training courses', art: 'catalog/public/images/categories/default.svg' },
  { file: 'catalog/safety-plus', title: 'CITB Site Safety Plus', art: 'catalog/public/images/courses/2.svg' },
  { file: 'content/blog', title: 'Blog', art: 'content/public/images/blog/1.svg' },
  { file: 'content/careers', title: 'Careers', art: 'shell/public/images/services/food.svg' },
  { file: 'content/policies', title: 'Policies', art: 'catalog/public/images/categories/management.svg' },
]
const articles = posts.map(({ id, title, image }) => ({
  file: `content/blog-${id}`,
  title,
  art: `content/public${image}`,
}))

const styles = `
  ${await fontFace()}
  * { box-sizing: border-box; margin: 0 }
  body { width: ${SIZE.width}px; height: ${SIZE.height}px; overflow: hidden; background: #0b3a4a; color: #fff;
    font: 400 40px/1.2 Site, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif }
  svg { display: block }
  .brand { display: flex; align-items: center; gap: 18px; font-size: 32px; font-weight: 700 }
  .brand svg { width: 64px; height: 64px }
  .page { display: grid; border-bottom: 14px solid #ffc61a; grid-template-columns: 540px 660px; height: 630px }
  .page > div:first-child { display: flex; flex-direction: column; justify-content: space-between; padding: 60px 40px 56px 60px }
  .page h1 { font-size: 64px; line-height: 1.1; letter-spacing: -.02em; text-wrap: balance }
  .page p { font-size: 24px; white-space: nowrap; color: #c5d6dc }
  .art, .art svg { width: 100%; height: 100% }
  .article { display: flex; flex-direction: column; height: 630px }
  .article .art { height: 470px; overflow: hidden }
  .article > div + div { display: flex; flex: 1; align-items: center; justify-content: space-between; gap: 48px; padding: 0 64px; border-top: 10px solid #ffc61a }
  .article h1 { flex: 1; font-size: 36px; line-height: 1.15; letter-spacing: -.01em; text-wrap: balance }
  .article .brand { flex: 0 0 auto; max-width: 300px; font-size: 26px; line-height: 1.15 }`

await withBrowser(async (draw) => {
  for (const page of pages) await write(draw, page, pageHtml)
  for (const article of articles) await write(draw, article, articleHtml)
})

async function write(draw, { file, title, art }, html) {
  const [owner, name] = file.split('/')
  const folder = path.join(root, owner, 'public/og')
  const drawing = (await readFile(path.join(root, art), 'utf8')).replace(
    '<svg ',
    '<svg preserveAspectRatio="xMidYMid slice" ',
  )
  const picture = await smallEnough((quality) =>
    draw(`<style>${styles}</style>${html(escapeHtml(title), drawing)}`, { ...SIZE, type: 'jpeg', quality }),
  )
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.jpg`), picture)
  console.log(`${file} ${Math.round(picture.length / 1000)} kB`)
}

async function smallEnough(drawAt) {
  for (const quality of QUALITIES) {
    const picture = await drawAt(quality)
    if (picture.length <= MAX_BYTES) return picture
  }
  throw new Error(`A picture has more than ${MAX_BYTES} bytes at the lowest quality`)
}

function pageHtml(title, art) {
  return `<div class="page"><div>${brand()}<h1>${title}</h1><p>Construction, health, food and first aid</p></div><div class="art">${art}</div></div>`
}

function articleHtml(title, art) {
  return `<div class="article"><div class="art">${art}</div><div><h1>${title}</h1>${brand()}</div></div>`
}

function brand() {
  return `<div class="brand">${logo}<span>${company.shortName}</span></div>`
}

/** The site's own font, so that the pictures look like the pages they stand for. */
async function fontFace() {
  const folder = path.join(root, 'shell/public/fonts')
  const file = (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.woff2'))
  if (!file) return ''
  const data = await readFile(path.join(folder, file), 'base64')
  return `@font-face { font-family: Site; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) }`
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
