const heads = ['goal', 'measured', 'ours', 'reference', 'ratio', 'wanted', 'met']
const isNumeric = [false, false, true, true, true, true, false]

/** The rows as one table for a terminal. */
export function formatTable(rows) {
  const lines = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const [head, ...body] = lines.map((line) => line.map((cell, column) => pad(cell, column, widths[column])).join('  '))
  return [head, widths.map((width) => '─'.repeat(width)).join('  '), ...body].map((line) => line.trimEnd()).join('\n')
}

function cellsOf({ goal, measured, unit, ours, reference, ratio, wanted = '', isMet, failure }) {
  if (failure) return [goal, measured, '', '', '', '', `not measured: ${failure}`]
  return [
    goal,
    measured,
    withUnit(ours, unit),
    withUnit(reference, unit),
    ratio === undefined ? '' : ratio.toFixed(2),
    wanted,
    isMet === undefined ? '' : isMet ? 'yes' : 'NO',
  ]
}

function withUnit(value, unit) {
  return value === undefined ? '' : `${formatNumber(value)} ${unit}`.trimEnd()
}

function formatNumber(value) {
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 1 : 0)
}

function pad(cell, column, width) {
  return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width)
}
