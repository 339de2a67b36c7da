import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** As much of a database, or of a transaction in it, as papers need; whatever else the schema has. */
export type PaperQueries = Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update'>
