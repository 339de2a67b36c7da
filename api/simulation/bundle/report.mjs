/** What a history that broke an invariant says, for a person. */
export function formatBreach({ seed, breaches, story = [], smallest = [] }, { quarter, postgres } = {}) {
  const without = smallest.length > 0 ? ` --without ${smallest.join(',')}` : ''
  const kind = `${quarter ? ' --quarter' : ''}${postgres ? ' --postgres' : ''}`
  return [
    '',
    `seed ${seed} breaks: ${[...new Set(breaches.map(({ invariant }) => invariant))].join(', ')}`,
    ...breaches.map(({ invariant, text }) => `  ${invariant}: ${text}`),
    postgres ? 'its story, which another run of the seed need not have:' : 'its story, as small as it could be made:',
    ...story.map((line) => `  ${line}`),
    `again: npm run simulate -- --seed ${seed}${without}${kind} --trace`,
    '',
  ].join('\n')
}

export function formatReached({ reached }) {
  const width = String(Math.max(0, ...Object.values(reached))).length
  const rows = Object.entries(reached).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    'how often each event was reached:',
    ...rows.map(([event, count]) => `  ${String(count).padStart(width)} ${event}`),
  ].join('\n')
}

export function formatFigures({ histories, broken, days, milliseconds }) {
  const seconds = milliseconds / 1_000
  const years = days / 365
  const pace = `${(histories / seconds).toFixed(2)} histories and ${(days / seconds).toFixed(1)} days a second`
  return `${histories} histories, ${years.toFixed(1)} simulated years, ${broken} with a breach, in ${seconds.toFixed(0)} s (${pace})`
}
