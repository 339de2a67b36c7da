import {
  type Documents,
  type Failure,
  type HealthStore,
  KEPT_MS,
  MINUTE_MS,
  SLICE_MS,
  sliceOf,
  type Visits,
  type VitalCount,
  windowOf,
} from '../../model/health-figures'
import type { StoreDatabase } from './connect-store'

type VisitRow = Omit<Visits, 'apiFailed'> & { api_failed: number }

const VISIT_COLUMNS = 'composition, slice, visits, interactive, failed, cart, payment, api_failed'

type RowOf<Occurrence> = Omit<Occurrence, 'at'> & { at: Date }

const ORIGIN_COLUMNS = 'composition, address, at, package, release, kind, location'

export function healthRows(database: StoreDatabase): HealthStore {
  let forgottenAt = 0
  async function forgetOld(): Promise<void> {
    if (Date.now() - forgottenAt < MINUTE_MS) return
    forgottenAt = Date.now()
    const minute = Math.floor((Date.now() - KEPT_MS) / MINUTE_MS)
    await database.query('delete from site_served where minute < $1', [minute])
    await database.query('delete from site_visits where slice < $1', [sliceOf(Date.now() - KEPT_MS)])
    await database.query('delete from site_vitals where minute < $1', [minute])
    await database.query('delete from site_failures where at < $1', [new Date(Date.now() - KEPT_MS)])
  }

  return {
    async add({ documents, visits, failures, vitals }) {
      if (documents.length > 0) {
        await database.query(
          `insert into site_served (composition, minute, documents)
           select composition, minute, documents from json_to_recordset($1) as it (composition integer, minute integer, documents integer)
           on conflict (composition, minute) do update set documents = site_served.documents + excluded.documents`,
          [JSON.stringify(documents)],
        )
      }
      if (visits.length > 0) await addVisitRows(database, visits)
      if (failures.length > 0) await addFailures(database, failures)
      if (vitals.length > 0) {
        await database.query(
          `insert into site_vitals (composition, minute, name, package, upper_bound, count)
           select composition, minute, name, package, upper_bound, count from json_to_recordset($1) as it
             (composition integer, minute integer, name text, package text, upper_bound double precision, count integer)
           on conflict (composition, minute, name, package, upper_bound) do update set count = site_vitals.count + excluded.count`,
          [JSON.stringify(vitals.map(({ upperBound, ...vital }) => ({ ...vital, upper_bound: upperBound })))],
        )
      }
      await forgetOld()
    },
    async read(since) {
      const minute = Math.floor(since / MINUTE_MS)
      const [documents, visits, failures, vitals] = await Promise.all([
        database.query<Documents>('select composition, minute, documents from site_served where minute >= $1', [
          minute,
        ]),
        database.query<VisitRow>(`select ${VISIT_COLUMNS} from site_visits where slice >= $1`, [
          Math.floor(since / SLICE_MS),
        ]),
        database.query<RowOf<Failure>>(`select ${ORIGIN_COLUMNS} from site_failures where at > $1 order by at`, [
          new Date(since),
        ]),
        database.query<VitalCount>(
          'select composition, minute, name, package, upper_bound as "upperBound", count from site_vitals where minute >= $1',
          [minute],
        ),
      ])
      return {
        documents,
        visits: visits.map(({ api_failed: apiFailed, ...it }) => ({ ...it, apiFailed })),
        failures: failures.map((row) => ({ ...row, at: row.at.getTime() })),
        vitals,
      }
    },
  }
}

async function addFailures(database: StoreDatabase, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map((it) => ({ ...it, at: new Date(it.at).toISOString(), ten_minutes: windowOf(it.at) }))
  await database.query(
    `insert into site_failures (ten_minutes, ${ORIGIN_COLUMNS})
     select ten_minutes, ${ORIGIN_COLUMNS} from json_to_recordset($1) as it (composition integer, ten_minutes integer,
       address text, at timestamptz, package text, release text, kind text, location text)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

async function addVisitRows(database: StoreDatabase, visits: readonly Visits[]): Promise<void> {
  await database.query(
    `insert into site_visits (${VISIT_COLUMNS})
     select ${VISIT_COLUMNS} from json_to_recordset($1) as it (composition integer, slice integer,
       visits float8, interactive float8, failed float8, cart float8, payment float8, api_failed float8)
     on conflict (composition, slice) do update set
       visits = site_visits.visits + excluded.visits,
       interactive = site_visits.interactive + excluded.interactive,
       failed = site_visits.failed + excluded.failed,
       cart = site_visits.cart + excluded.cart,
       payment = site_visits.payment + excluded.payment,
       api_failed = site_visits.api_failed + excluded.api_failed`,
    [JSON.stringify(visits.map(({ apiFailed, ...it }) => ({ ...it, api_failed: apiFailed })))],
  )
}
