import { hasDiskSpace } from '../data-folder'
import { cutLog } from './cut-log'

jest.mock('../data-folder')

it.each([
  ['is long', 33, {}, ['select', 'checkpoint']],
  ['is short', 31, {}, ['select']],
  // PostgreSQL panics when a checkpoint finds no room.
  ['is on a full disk', 33, { isFull: true }, ['select']],
  // A failure would abort the transaction.
  ['has an open transaction', 33, { isInTransaction: true }, []],
])('cuts a log only if it is long and nothing is at risk: it %s', async (_what, megabytes, state, asked) => {
  const { isFull = false, isInTransaction = false }: { isFull?: boolean; isInTransaction?: boolean } = state
  jest.mocked(hasDiskSpace).mockResolvedValue(!isFull)
  const query = jest.fn(async (_sql: string) => ({ rows: [{ bytes: megabytes * 2 ** 20 }], fields: [] }))
  await cutLog({ query, isInTransaction: () => isInTransaction } as unknown as Parameters<typeof cutLog>[0], '/data')
  expect(query.mock.calls.map(([sql]) => sql.split(' ')[0])).toEqual(asked)
})
