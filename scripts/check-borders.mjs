// `npm run borders [-- --sizes | --words | --draw]`: what the packages and folders of the house may import, by borders.json.
// `--sizes` prints the production lines of each package, `--words` where a word of the glossary is still used, `--draw`
// writes the drawing of the imports anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findUndeclared } from './borders/dependencies.mjs'
import { findDeadPaths } from './borders/document-paths.mjs'
import { DRAWING, findStaleDrawing } from './borders/drawing/check-drawing.mjs'
import { drawHouse } from './borders/drawing/draw-house.mjs'
import { findTwins } from './borders/file-names.mjs'
import { findFloorOffences } from './borders/floors.mjs'
import { findGlossaryOffences, findReplacedWords, formatWords } from './borders/glossary.mjs'
import { findPackageOffences } from './borders/package-imports.mjs'
import { listFiles, readHouse } from './borders/reading/read-house.mjs'
import { findUnknownIds } from './borders/requirement-ids.mjs'
import { findRouterImports } from './borders/router.mjs'
import { findTooLarge, formatSizes, measurePackages } from './borders/sizes.mjs'
import { root } from './lib/packages.mjs'
import { readOptionsOrExit } from './lib/read-options-or-exit.mjs'

const options = readOptionsOrExit(readOptions)
const house = readHouse(root)
const words = findReplacedWords(house)
const sizes = measurePackages(house)
const drawing = path.join(root, DRAWING)
if (options.draw) draw()
else if (options.sizes) console.log(formatSizes(sizes))
else if (options.words) console.log(words.flatMap(({ uses }) => uses).join('\n'))
else check()

function check() {
  const files = listFiles(root)
  const offences = [
    ...findPackageOffences(house),
    ...findUndeclared(house),
    ...findRouterImports(house),
    ...findFloorOffences(house),
    ...findTwins(house),
    ...findUnknownIds(files),
    ...findDeadPaths(readDocuments(files), files),
    ...findGlossaryOffences(words),
    ...findTooLarge(sizes),
    ...findStaleDrawing(house, existsSync(drawing) ? readFileSync(drawing, 'utf8') : undefined),
  ]
  for (const offence of offences) console.error(offence)
  console.log(`words to replace: ${formatWords(words)}`)
  console.log(`borders: ${offences.length} offences`)
  process.exitCode = offences.length > 0 ? 1 : 0
}

function readDocuments(files) {
  const documents = files.filter((file) => file.endsWith('.md'))
  return Object.fromEntries(documents.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

function draw() {
  try {
    writeFileSync(drawing, drawHouse(house))
    console.log(`${DRAWING} is of today's imports`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

function readOptions(args) {
  const boolean = { type: 'boolean' }
  try {
    return parseArgs({ args, options: { sizes: boolean, words: boolean, draw: boolean } }).values
  } catch (error) {
    throw new Error(`${error.message}: npm run borders [-- --sizes | --words | --draw]`, { cause: error })
  }
}
