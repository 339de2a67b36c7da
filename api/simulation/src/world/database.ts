import type { Actor } from './actors'

type DatabaseTrouble = {
  isAway: boolean
  before: (actor: Actor, sql: string) => void
  after: (actor: Actor, sql: string) => void
}

export const databaseTrouble: DatabaseTrouble = { isAway: false, before: () => {}, after: () => {} }

let current: { ended: Promise<void>; end: () => void } | undefined

/** Call after each statement of the session that all servers share. */
export function recordStatement(sql: string): void {
  if (sql !== 'begin' && sql !== 'commit' && sql !== 'rollback') return
  current?.end()
  current = sql === 'begin' ? beginTransaction() : undefined
}

/** Waits for open transactions, whose changes another session would not see. */
export async function untilNoTransaction(): Promise<void> {
  while (current) await current.ended
}

function beginTransaction() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}
