export type PostgresServer = {
  /** Address of its empty database. */
  url: string
  /** Rows of one query, each as its columns joined by `|`. */
  query: (sql: string) => string[]
  stop: () => void
}
export const hasPostgres: boolean
export function startPostgres(): Promise<PostgresServer>
