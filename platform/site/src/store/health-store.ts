/** Figures of visits in a file or in four tables; both add up rows of the same key. */
import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import {
  type HealthFigures,
  type HealthStore,
  KEPT_MS,
  MINUTE_MS,
  minuteOf,
  noFigures,
  SIGNALS,
  SLICE_MS,
  sliceOf,
  WINDOW_MS,
  windowOf,
} from '../model/health-figures'
import type { SiteLayout } from '../model/site-layout'
import type { StoreDatabase } from './postgres/connect-store'

type Kind = keyof HealthFigures
type Row = Record<string, unknown>
/** The key begins with the composition and a time in units of `unitMs`. Without sums, the first row of a key stays. */
type Table = { name: string; time: string; unitMs: number; key: readonly string[]; sums: readonly string[] }

const tables: Readonly<Record<Kind, Table>> = {
  documents: { name: 'site_served', time: 'minute', unitMs: MINUTE_MS, key: [], sums: ['documents'] },
  visits: { name: 'site_visits', time: 'slice', unitMs: SLICE_MS, key: ['family'], sums: ['visits', ...SIGNALS] },
  failures: { name: 'site_failures', time: 'tenMinutes', unitMs: WINDOW_MS, key: ['address'], sums: [] },
  vitals: {
    name: 'site_vitals',
    time: 'minute',
    unitMs: MINUTE_MS,
    key: ['name', 'package', 'upperBound'],
    sums: ['count'],
  },
}
const kinds = Object.keys(tables) as Kind[]

function forAll(rowsOf: (kind: Kind, table: Table) => readonly unknown[]): HealthFigures {
  return Object.fromEntries(kinds.map((kind) => [kind, rowsOf(kind, tables[kind])])) as HealthFigures
}

function isAfter({ time, unitMs }: Table, since: number): (row: Row) => boolean {
  return (row) => (row.at === undefined ? (Number(row[time]) + 1) * unitMs : Number(row.at)) > since
}

/** Older visits are summed by minute and vitals by hour, since each write rewrites the file. */
const FINE_MS = 60 * MINUTE_MS
const SLICES = MINUTE_MS / SLICE_MS

export function healthFile({ health: file }: SiteLayout): HealthStore {
  let adding = Promise.resolve()
  const readAll = async (): Promise<HealthFigures> => {
    const read = readFile(file, 'utf8').then((text): object => JSON.parse(text))
    return { ...noFigures, ...(await read.catch(() => ({}))) }
  }
  return {
    add(change) {
      adding = adding
        .catch(() => {})
        .then(async () => replaceFile(file, JSON.stringify(merge(await readAll(), change, Date.now()))))
      return adding
    },
    async read(since) {
      const all = await readAll()
      return forAll((kind, table) => all[kind].filter(isAfter(table, since)))
    },
  }
}

export function merge(known: HealthFigures, change: HealthFigures, now: number): HealthFigures {
  return forAll((kind, table) => {
    const sums = new Map<string, Row>()
    for (const row of [...known[kind].filter(isAfter(table, now - KEPT_MS)), ...change[kind]].map(coarser)) {
      const key = [
        row.composition,
        row.at === undefined ? row[table.time] : windowOf(Number(row.at)),
        ...table.key.map((it) => row[it]),
      ].join(' ')
      const sum = sums.get(key)
      if (sum) for (const it of table.sums) sum[it] = Number(sum[it] ?? 0) + Number(row[it] ?? 0)
      else sums.set(key, row)
    }
    return [...sums.values()]
  })

  function coarser(row: Row): Row {
    const [slice, minute] = [Number(row.slice), Number(row.minute)]
    if ('upperBound' in row && minute <= minuteOf(now - FINE_MS)) return { ...row, minute: minute - (minute % 60) }
    return slice <= sliceOf(now - FINE_MS) ? { ...row, slice: slice - (slice % SLICES) } : { ...row }
  }
}

export function healthRows(database: StoreDatabase): HealthStore {
  let forgottenAt = 0

  async function forgetOld(): Promise<void> {
    if (Date.now() - forgottenAt < MINUTE_MS) return
    forgottenAt = Date.now()
    for (const { name, time, unitMs } of Object.values(tables)) {
      const oldest = Math.floor((Date.now() - KEPT_MS) / unitMs)
      await database.query(`delete from ${name} where ${columnOf(time)} < $1`, [oldest])
    }
  }

  return {
    async add(change) {
      for (const kind of kinds) {
        const rows = change[kind].map((row: Row) => toRow(tables[kind], row))
        if (rows.length > 0) await database.query(insertInto(tables[kind]), [JSON.stringify(rows)])
      }
      await forgetOld()
    },
    async read(since) {
      const found = new Map<Kind, Row[]>()
      const find = async (kind: Kind) => {
        const { name, time, unitMs } = tables[kind]
        const query = `select * from ${name} where ${columnOf(time)} >= $1 order by ${columnOf(time)}`
        const rows = await database.query(query, [Math.floor(since / unitMs)])
        found.set(kind, rows.map(fromRow).filter(isAfter(tables[kind], since)))
      }
      await Promise.all(kinds.map(find))
      return forAll((kind) => found.get(kind) ?? [])
    },
  }
}

function insertInto({ name, time, key, sums }: Table): string {
  const added = sums.map(columnOf).map((it) => `${it} = ${name}.${it} + excluded.${it}`)
  return `insert into ${name} select * from json_populate_recordset(null::${name}, $1)
    on conflict (${['composition', time, ...key].map(columnOf)})
    do ${added.length > 0 ? `update set ${added}` : 'nothing'}`
}

/** `upperBound` → `upper_bound` */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toRow(table: Table, { at, ...row }: Row): Row {
  const columns = Object.entries(row).map(([field, value]) => [columnOf(field), value])
  const times = at !== undefined && {
    at: new Date(Number(at)).toISOString(),
    [columnOf(table.time)]: windowOf(Number(at)),
  }
  return { ...Object.fromEntries(columns), ...times }
}

function fromRow({ ten_minutes: _, at, ...row }: Row): Row {
  const fields = Object.entries(row).map(([column, value]) => [
    column.replace(/_[a-z]/g, (it) => it.slice(1).toUpperCase()),
    value,
  ])
  return { ...Object.fromEntries(fields), ...(at instanceof Date && { at: at.getTime() }) }
}
