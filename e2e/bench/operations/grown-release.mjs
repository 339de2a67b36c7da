import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * A copy of a built package whose release lists `times` as many documents: every page gets variants
 * it does not tell apart, so each costs what another post or course page would.
 */
export async function growRelease({ from, to, version, times }) {
  await cp(from, to, { recursive: true })
  const file = path.join(to, 'release.json')
  const release = JSON.parse(await readFile(file, 'utf8'))
  const pages = release.pages.map((page) => growPage(page, times))
  await writeFile(file, JSON.stringify({ ...release, version, pages }))
  return to
}

function growPage({ variants = { parameter: 'copy', values: [] }, ...page }, times) {
  const missing = (1 + variants.values.length) * (times - 1)
  const copies = Array.from({ length: missing }, (_, index) => `copy-${index}`)
  return { ...page, variants: { ...variants, values: [...variants.values, ...copies] } }
}

export function countDocuments({ pages }) {
  const counts = Object.values(pages).map(({ variants }) => 1 + Object.keys(variants?.values ?? {}).length)
  return counts.reduce((sum, count) => sum + count, 0)
}
