export type PostgresServer = {
  /** Address of its empty database. */
  url: string
  /** Rows of one query, each as its columns joined by `|`. */
  query: (sql: string) => string[]
  start: () => void
  /** Ends the server as a crash would; what it has stays for the next start. */
  crash: () => void
  stop: () => void
}
export const hasPostgres: boolean
export function ensurePostgres(): boolean
export function startPostgres(): Promise<PostgresServer>
