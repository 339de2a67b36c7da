// `node scripts/artwork/icons.mjs`: draws the site's icons from its mark and writes them, with the web
// manifest that names them, to shell/public.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { withBrowser } from './lib/browser.mjs'
import { loadData } from './lib/load-data.mjs'

const PETROL = '#0b3a4a'
const target = path.join(root, 'shell/public')
const { company } = await loadData('shared/src/company.ts')
const mark = await readFile(path.join(target, 'images/logo-light.svg'), 'utf8')

/** The mark on a petrol tile of 40 × 40; phones cut their own shape out of one without rounded corners. */
function tile({ radius, scale }) {
  const inset = (40 - 40 * scale) / 2
  const drawing = mark.replace(/<svg[^>]*>|<\/svg>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="${radius}" fill="${PETROL}"/><g transform="translate(${inset} ${inset})scale(${scale})">${drawing}</g></svg>\n`
}

const icon = tile({ radius: 8, scale: 0.8 })
const wholeTile = tile({ radius: 0, scale: 0.66 })

await withBrowser(async (draw) => {
  const png = (svg, size) =>
    draw(svg.replace('<svg ', `<svg width="${size}" height="${size}" `), {
      width: size,
      height: size,
      omitBackground: true,
    })
  await save('favicon.svg', icon)
  await save('favicon.ico', icoOf(await png(icon, 32), 32))
  await save('apple-touch-icon.png', await png(wholeTile, 180))
  await save('icon-192.png', await png(icon, 192))
  await save('icon-512.png', await png(icon, 512))
  await save('icon-maskable-512.png', await png(wholeTile, 512))
})
await save('manifest.webmanifest', `${JSON.stringify(manifest(), null, 2)}\n`)

function manifest() {
  const image = (src, size, purpose) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })
  return {
    name: company.shortName,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    theme_color: PETROL,
    background_color: '#ffffff',
    icons: [
      image('/icon-192.png', 192, 'any'),
      image('/icon-512.png', 512, 'any'),
      image('/icon-maskable-512.png', 512, 'maskable'),
    ],
  }
}

/** An icon file with one picture: header, directory entry, PNG. */
function icoOf(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // of one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function save(file, content) {
  return writeFile(path.join(target, file), content)
}
