/**
 * Rows that are not signed: what origins say of themselves and of browsers. What cannot be true is named. An attacker can lie
 * within what can be, and by that make the site go back, and nothing else.
 */

import type { StoreProblem } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { FORMER_MIGRATIONS, migrations } from './migrate-store'

type Implausible = { what: string }

/** Clocks alone do not explain more. */
const AHEAD = "now() + interval '10 seconds'"
const LONG = "interval '10 minutes'"

/** Conditions that no origin's figures meet. */
const figures = [
  ['site_served', 'documents < 0 or minute > extract(epoch from now()) / 60 + 2'],
  // Sums of fractions are never quite exact.
  [
    'site_visits',
    'least(visits, interactive, failed) < 0 or greatest(interactive, failed) > visits + 0.001 or slice > extract(epoch from now()) / 10 + 12',
  ],
  ['site_failures', `at > ${AHEAD}`],
  ['site_vitals', 'count < 0 or minute > extract(epoch from now()) / 60 + 2'],
] as const

const statements: readonly string[] = [
  ...figures.map(
    ([table, impossible]) =>
      `select distinct 'A row of ${table}, of composition ' || composition || ', cannot be what an origin counted' as what
       from ${table} where ${impossible} or composition > (select last_value from site_composition_numbers)`,
  ),
  `select distinct 'A row of site_failures names ' || package || '@' || release || ', of which composition ' || composition
     || ' is not made' as what
   from site_failures join site_documents as it on it.name = 'composition/' || composition
   where package <> '' and coalesce(content::json -> 'releases' -> package ->> 'version', release) <> release`,
  `select 'The origin ' || name || ' is said to have been seen at ' || seen_at || ', which has not come' as what
     from site_origins where seen_at > ${AHEAD}`,
  `select 'All origins are asked to hold composition ' || prepared || ', and no operator is at work' as what
     from site_live where prepared is not null and not exists (select from site_lock where seen_at > now() - interval '10 seconds')`,
  "select 'The site has lost the row that says what is live' as what where not exists (select from site_live)",
]

export async function validateRows(database: StoreDatabase): Promise<StoreProblem[]> {
  const found: Implausible[] = []
  for (const statement of statements) found.push(...(await database.query<Implausible>(statement)))
  const todo = 'Delete that row, and find out who can write there.'
  return [
    ...found.map(({ what }) => implausible(what, todo)),
    ...(await findUnknownMigrations(database)),
    ...(await findLastingLock(database)),
  ]
}

async function findUnknownMigrations(database: StoreDatabase): Promise<StoreProblem[]> {
  const made = await database.query<{ name: string }>('select name from site_migrations')
  const known = [...FORMER_MIGRATIONS, ...migrations.map(({ name }) => name)]
  const unknown = made.filter(({ name }) => !known.includes(name)).map(({ name }) => name)
  if (unknown.length === 0) return []
  const what = `The tables are said to have been changed by ${unknown.join(', ')}, which this program does not know`
  return [implausible(what, 'Take the newer program if there is one; else delete the row of site_migrations.')]
}

async function findLastingLock(database: StoreDatabase): Promise<StoreProblem[]> {
  const held = await database.query<{ operator: string; since: Date }>(
    `select operator, since from site_lock where seen_at > ${AHEAD} or (since < now() - ${LONG} and seen_at > now() - interval '10 seconds')`,
  )
  return held.map(({ operator, since }) => ({
    code: 'lock-held',
    level: 'warning',
    what: `${operator} is said to be changing the site since ${since.toISOString()}`,
    todo: 'Ask them. If nobody is, delete the row of site_lock, and find out who can write there.',
  }))
}

function implausible(what: string, todo: string): StoreProblem {
  return { code: 'row-implausible', level: 'problem', what, todo }
}
