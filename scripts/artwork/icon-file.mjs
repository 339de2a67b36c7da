// `node scripts/artwork/icon-file.mjs`: writes the icons that no page shows before anything else into a file of their own,
// shell/public/images/, from their drawings in shell/src/icons/drawings.json.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

const folder = path.join(root, 'shell/public/images')
const icons = path.join(root, 'shell/src/icons')

const drawings = JSON.parse(await readFile(path.join(icons, 'drawings.json'), 'utf8')).file
const paths = Object.entries(drawings).map(([name, line]) => `<path id="icon-${name}" d="${line}"/>`)
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${paths.join('')}</defs></svg>`
const file = `icons.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`
for (const name of await readdir(folder)) if (name.startsWith('icons.')) await rm(path.join(folder, name))
await writeFile(path.join(folder, file), svg)
await writeFile(
  path.join(icons, 'icon-file.ts'),
  `/** Written by scripts/artwork/icon-file.mjs: the file with these icons. */
export const iconFile = '/images/${file}'
export const iconsInFile: readonly string[] = [${Object.keys(drawings)
    .map((name) => `'${name}'`)
    .join(', ')}]
`,
)
console.log(`${file}: ${svg.length} bytes`)
