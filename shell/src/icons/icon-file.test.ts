import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import drawings from './drawings.json'
import { iconFile, iconsInFile } from './icon-file'

const svg = readFileSync(path.join(__dirname, '../../public', iconFile), 'utf8')

it('the file of icons holds what is drawn today, under a name that says so', () => {
  const drawn = Object.entries(drawings.file).map(([name, line]) => `<path id="icon-${name}" d="${line}"/>`)
  expect(svg).toBe(`<svg xmlns="http://www.w3.org/2000/svg"><defs>${drawn.join('')}</defs></svg>`)
  expect(iconFile).toBe(`/images/icons.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`)
  expect(iconsInFile).toEqual(Object.keys(drawings.file))
})
