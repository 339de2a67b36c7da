const LIMIT = 0.2

/**
 * Production lines of every package, the largest first: scripts and types, without tests, styles and what borders.json names as
 * generated or data.
 */
export function measurePackages({ packages, files, settings: { notCounted = [] } }) {
  const counted = files.filter((file) => isCounted(file, notCounted))
  const total = linesOf(counted)
  return packages
    .map((one) => ({ one, lines: linesOf(counted.filter((file) => file.package === one)) }))
    .filter(({ lines }) => lines > 0)
    .map(({ one: { name, shareLimit }, lines }) => ({
      ...{ name, lines, share: lines / total },
      ...(shareLimit !== undefined && { limit: shareLimit }),
    }))
    .sort((a, b) => b.lines - a.lines)
}

/** A package that is more than a fifth of the house is several, unless borders.json grants it more (`shareLimit`). */
export function findTooLarge(sizes) {
  return sizes
    .filter(({ share, limit = LIMIT }) => share > limit)
    .map(
      ({ name, lines, share, limit = LIMIT }) =>
        `${name} is ${percent(share)} of the house (${lines} lines), ${percent(limit)} are enough`,
    )
}

export function formatSizes(sizes) {
  const width = Math.max(...sizes.map(({ name }) => name.length))
  return sizes
    .map(({ name, lines, share }) => `${name.padEnd(width)} ${String(lines).padStart(7)} ${percent(share).padStart(8)}`)
    .join('\n')
}

function isCounted({ path, isTest, isConfiguration, package: { holds } }, notCounted) {
  if (isTest || holds === 'tests' || isConfiguration || path.endsWith('.css') || /\.d\.m?ts$/.test(path)) return false
  return !notCounted.some((place) => path.startsWith(place))
}

function linesOf(files) {
  return files.reduce((sum, { lines }) => sum + lines, 0)
}

const percents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

function percent(share) {
  return percents.format(share).replace('%', ' %')
}
