let current: { ended: Promise<void>; end: () => void } | undefined

/** Told of each statement of the one session that all servers share, once it has run. */
export function noteStatement(sql: string): void {
  if (sql !== 'begin' && sql !== 'commit' && sql !== 'rollback') return
  current?.end()
  current = sql === 'begin' ? beginTransaction() : undefined
}

/** Whoever looks beside the shop would have a session of their own, and sees nothing of a transaction that is under way. */
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
