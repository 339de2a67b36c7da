import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { createCollections } from './collections'

it('keeps what the fake providers know for the next process, and survives a cut line and values of another shape', () => {
  const schema = Type.Object({ amount: Type.Integer() })
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
  const journal = path.join(folder, 'inner', 'providers.jsonl')
  const payments = createCollections(journal).open('payments', schema)
  payments.put('a', { amount: 1 })
  payments.put('a', { amount: 2 })
  const restarted = createCollections(journal)
  expect(restarted.open('payments', schema).all()).toEqual([{ amount: 2 }])
  expect(restarted.open('orders', schema).get('a')).toBeUndefined()
  expect(readFileSync(journal, 'utf8').trim().split('\n')).toHaveLength(1)
  appendFileSync(journal, '{"collection":"payments","id":"b","value":{"amount":"2"}}\n{"collection":"pay')
  expect(createCollections(journal).open('payments', schema).all()).toEqual([{ amount: 2 }])
  rmSync(folder, { recursive: true })

  createCollections().open('payments', schema).put('a', { amount: 1 })
  expect(createCollections().open('payments', schema).all()).toEqual([])
})
