import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FONT_FILE } from './font'

it('is the one font that is published, preloaded and named by the styles', () => {
  const files = readdirSync(path.join(__dirname, '../../public/fonts')).filter((name) => name.endsWith('.woff2'))
  expect(files).toEqual([path.basename(FONT_FILE)])
  expect(readFileSync(path.join(__dirname, 'typeface.css'), 'utf8')).toContain(`url("${FONT_FILE}")`)
})
