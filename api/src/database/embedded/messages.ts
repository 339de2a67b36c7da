/** What passes between the embedded database's thread and the client; everything can be cloned. */
export type WorkerSetup = {
  /** Absent: in memory, gone with the thread. */
  dataDir?: string
  /** An earlier database to begin with. */
  snapshot?: ArrayBuffer
}

export type WorkerRequest = { id: number; sql: string; params: unknown[]; rowMode: 'array' | 'object' }

/** Send the whole database; close it and end. */
export type WorkerOrder = 'snapshot' | 'close'

export type WorkerReply =
  | { type: 'open' }
  | { type: 'failed'; error: WorkerError }
  | { type: 'snapshot'; snapshot: ArrayBuffer }
  | { type: 'result'; id: number; rows: unknown[]; affectedRows: number }
  | { type: 'error'; id: number; error: WorkerError }

/** PostgreSQL's error without what cannot be cloned. */
export type WorkerError = { message: string; code?: string; constraint?: string; detail?: string }
