type Labels = Readonly<Record<string, string | number>>
type Kind = 'counter' | 'gauge' | 'histogram'
export type Sample = { labels?: Labels; value: number; suffix?: string }

/** One metric in the text format of Prometheus (version 0.0.4). */
export function formatMetric(name: string, help: string, kind: Kind, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`)
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
  })
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines].join('\n')}\n`
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
}

/** Counts by labels; a label must have few values, for each combination is kept. */
export function createCounter<L extends Labels>() {
  const counts = new Map<string, { labels: L; value: number }>()
  return {
    add(labels: L): void {
      const key = JSON.stringify(labels)
      const entry = counts.get(key)
      if (entry) entry.value += 1
      else counts.set(key, { labels, value: 1 })
    },
    samples: (): Sample[] => [...counts.values()],
  }
}

/** How long things took, as counts at or below each bound (in seconds). */
export function createHistogram(bounds: readonly number[]) {
  const counts = bounds.map(() => 0)
  let sum = 0
  let count = 0
  return {
    observe(seconds: number): void {
      sum += seconds
      count += 1
      bounds.forEach((bound, index) => {
        if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1
      })
    },
    samples: (): Sample[] => [
      ...bounds.map((le, index) => ({ suffix: '_bucket', labels: { le }, value: counts[index] ?? 0 })),
      { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
      { suffix: '_sum', value: sum },
      { suffix: '_count', value: count },
    ],
  }
}
