import { hasDiskSpace } from '../data-folder'
import { cutLog } from './cut-log'

jest.mock('../data-folder')

const MEGABYTE = 2 ** 20

async function askedOf(bytes: number, { isFull = false, isInTransaction = false } = {}): Promise<string[]> {
  jest.mocked(hasDiskSpace).mockResolvedValue(!isFull)
  const query = jest.fn(async (_sql: string) => ({ rows: [{ bytes }], fields: [] }))
  await cutLog({ query, isInTransaction: () => isInTransaction } as unknown as Parameters<typeof cutLog>[0], '/data')
  return query.mock.calls.map(([sql]) => sql.split(' ')[0] ?? '')
}

it('cuts a log that has become long, and no other', async () => {
  expect(await askedOf(33 * MEGABYTE)).toEqual(['select', 'checkpoint'])
  expect(await askedOf(31 * MEGABYTE)).toEqual(['select'])
})

// PostgreSQL panics when a checkpoint finds no room.
it('leaves a database on a full disk alone', async () => {
  expect(await askedOf(33 * MEGABYTE, { isFull: true })).toEqual(['select'])
})

it('asks nothing in a transaction, which would end with what it fails at', async () => {
  expect(await askedOf(33 * MEGABYTE, { isInTransaction: true })).toEqual([])
})
