import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Connection } from '../database'
import { MIGRATION_MS } from '../migrate'
import * as schema from '../schema'
import { leaseDataFolder } from './data-lease'
import { EmbeddedClient } from './embedded-client'

export type EmbeddedOptions = {
  /** Absent: in memory. */
  dataDir?: string
  snapshot?: ArrayBuffer
  /** The built thread; beside the program's bundle. */
  workerFile?: string
  queryTimeoutMs?: number
}

/** The first start makes the whole database, which can take many seconds on a busy machine. */
const OPEN_MS = 60_000
const QUERY_MS = 5_000

/**
 * PostgreSQL inside this process, for development, trying out and the sandbox.
 * @throws Error when another process uses the folder.
 */
export async function connectEmbedded(options: EmbeddedOptions): Promise<Connection & { client: EmbeddedClient }> {
  const { dataDir, snapshot, workerFile = path.join(__dirname, 'database-worker.cjs') } = options
  const lease = dataDir ? await leaseDataFolder(dataDir) : undefined
  const client = new EmbeddedClient({
    workerFile,
    setup: { ...(dataDir && { dataDir: path.join(dataDir, 'postgres') }), ...(snapshot && { snapshot }) },
    openTimeoutMs: OPEN_MS,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_MS,
  })
  return {
    // Drizzle's driver calls `query` and `transaction` alone, and the client has both.
    queries: drizzle({ client: client as unknown as PGlite, schema }),
    withoutHaste: (work) => work(drizzle({ client: client.allowing(MIGRATION_MS) as unknown as PGlite, schema })),
    client,
    snapshot: () => client.snapshot(),
    async close() {
      await client.close()
      await lease?.release()
    },
  }
}
