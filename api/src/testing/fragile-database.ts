import type { Database } from '../database/database'
import { DatabaseUnavailable } from '../database/database-error'

export type DatabaseFailure = 'before commit' | 'after commit' | undefined

export function fragile(
  real: Database,
  options: { isAway: () => boolean; nextFailure: () => DatabaseFailure },
): Database {
  const check = () => {
    if (options.isAway()) throw new DatabaseUnavailable('taken away by the test')
  }
  return {
    ...real,
    queries() {
      check()
      return real.queries()
    },
    async transaction(work) {
      check()
      const failure = options.nextFailure()
      const result = await real.transaction(async (queries) => {
        const done = await work(queries)
        if (failure === 'before commit') throw new DatabaseUnavailable('lost before the commit')
        return done
      })
      if (failure === 'after commit') throw new DatabaseUnavailable('lost after the commit')
      return result
    },
    isReady: async () => !options.isAway() && real.isReady(),
  }
}
