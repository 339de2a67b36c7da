import { noteStatement, untilNoTransaction } from './open-transaction'

// A command was killed before its change was committed, and whoever looked then saw the order as it would have become.
it.each(['commit', 'rollback'])('lets nobody look at what is changed before its %s', async (end) => {
  const seen: string[] = []
  noteStatement('begin')
  noteStatement('update orders set state = $1')
  const look = untilNoTransaction().then(() => seen.push('looked'))
  await Promise.resolve()
  seen.push(end)
  noteStatement(end)
  await look
  expect(seen).toEqual([end, 'looked'])
})

it('waits for a transaction that begins as another ends', async () => {
  const seen: string[] = []
  noteStatement('begin')
  const look = untilNoTransaction().then(() => seen.push('looked'))
  noteStatement('commit')
  noteStatement('begin')
  await new Promise((resolve) => setImmediate(resolve))
  seen.push('second')
  noteStatement('commit')
  await look
  expect(seen).toEqual(['second', 'looked'])
})
