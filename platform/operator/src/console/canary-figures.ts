import { visitsWithin } from '@platform/site/model/canary-evidence'
import { type HealthFigures, MINUTE_MS, minuteOf } from '@platform/site/model/health-figures'
import { BOUNDS, seventyFifth } from '@platform/site/model/vitals'
import type { SiteStore } from '@platform/site/store/site-store'
import type { Figure } from './views/curve'

const SHOWN_MS = 60 * MINUTE_MS
/** The vitals that are shown, with their units (web.dev/vitals). */
const VITALS = { LCP: 'ms', INP: 'ms', CLS: '' } as const
const PERCENT = 100

/** What visitors of the last hour met, minute by minute: canary beside what is live. Empty before the first report. */
export async function readFigures(store: SiteStore, now = Date.now()): Promise<Figure[]> {
  const [pointer, figures] = await Promise.all([store.copy.readPointer(), store.health.read(now - SHOWN_MS)])
  if (!pointer) return []
  const { live, canary } = pointer
  const shown = { live, canary: canary?.composition }
  // Compositions of before would begin the curves where neither of both was there.
  const documents = figures.documents.filter(({ composition }) => Object.values(shown).includes(composition))
  return documents.length === 0 ? [] : figuresOf({ ...figures, documents }, shown, now)
}

export function figuresOf(
  figures: HealthFigures,
  { live, canary }: { live: number; canary: number | undefined },
  now: number,
): Figure[] {
  const first = Math.min(...figures.documents.map(({ minute }) => minute))
  // The minute that has not ended would look like a fall.
  const minutes = Array.from({ length: Math.max(1, minuteOf(now) - first) }, (_, index) => first + index)
  const curve = (measure: (composition: number, minute: number) => number | undefined) =>
    minutes.map((minute) => ({
      at: new Date(minute * MINUTE_MS).toISOString(),
      canary: canary === undefined ? undefined : measure(canary, minute),
      stable: measure(live, minute),
    }))
  const documentsAt = (composition: number, minute: number) =>
    figures.documents
      .filter((it) => it.composition === composition && it.minute === minute)
      .reduce((sum, { documents }) => sum + documents, 0)
  const begins = (composition: number) =>
    Math.min(...figures.documents.filter((it) => it.composition === composition).map(({ minute }) => minute))
  const failuresAt = (composition: number, minute: number) =>
    figures.failures.filter((it) => it.composition === composition && minuteOf(it.at) === minute).length
  const visitsAt = (composition: number, minute: number) =>
    visitsWithin(figures, composition, minute * MINUTE_MS, (minute + 1) * MINUTE_MS)
  const vitalAt = (name: string) => (composition: number, minute: number) => {
    const counts = figures.vitals.filter(
      (it) => it.name === name && it.composition === composition && it.minute === minute,
    )
    const value = seventyFifth(counts)
    // What is above the last range has no end; it is drawn as twice that.
    return value === undefined ? undefined : Math.min(value, 2 * (BOUNDS[name]?.at(-1) ?? value))
  }
  return [
    {
      name: 'Documents that failed',
      unit: '%',
      points: curve((composition, minute) => {
        const documents = documentsAt(composition, minute)
        return documents === 0 ? undefined : (failuresAt(composition, minute) / documents) * PERCENT
      }),
    },
    {
      name: 'Visits that became interactive',
      unit: '%',
      points: curve((composition, minute) => {
        const { visits, interactive } = visitsAt(composition, minute)
        return visits > 0 ? (interactive / visits) * PERCENT : undefined
      }),
    },
    {
      name: 'Documents a minute',
      unit: '',
      points: curve((composition, minute) =>
        minute < begins(composition) ? undefined : documentsAt(composition, minute),
      ),
    },
    ...Object.entries(VITALS).map(([name, unit]) => ({
      name: `${name}, 75th percentile`,
      unit,
      points: curve(vitalAt(name)),
    })),
  ]
}
