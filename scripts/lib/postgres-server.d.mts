export type PostgresServer = {
  /** Where it has everything; `stopPostgres` takes it. */
  folder: string
  /** Address of its first database, which is empty. */
  url: string
  /** Makes another, empty one. */
  createDatabase: () => Promise<string>
  /** Rows of one query in the first database, each as its columns joined by `|`. */
  query: (sql: string) => string[]
  start: () => void
  /** Ends the server as a crash would; what it has stays for the next start. */
  crash: () => void
  /** Ends the server, should it run, and removes what it has. */
  stop: () => void
}
export function startPostgres(options?: { isDurable?: boolean; connections?: number }): Promise<PostgresServer>
export function stopPostgres(folder: string): void
