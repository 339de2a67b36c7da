import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { createCollections } from './collections'

const schema = Type.Object({ amount: Type.Integer() })
let folder: string
let journal: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
  journal = path.join(folder, 'inner', 'providers.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what the fake providers remember', () => {
  it('is known to the process after it, in its last form and each collection by itself', () => {
    const payments = createCollections(journal).open('payments', schema)
    payments.put('a', { amount: 1 })
    payments.put('a', { amount: 2 })
    const restarted = createCollections(journal)
    expect(restarted.open('payments', schema).all()).toEqual([{ amount: 2 }])
    expect(restarted.open('orders', schema).get('a')).toBeUndefined()
    expect(readFileSync(journal, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('survives a last line that the end of the process cut off, and values of another shape', () => {
    const payments = createCollections(journal).open('payments', schema)
    payments.put('a', { amount: 1 })
    appendFileSync(journal, '{"collection":"payments","id":"b","value":{"amount":"2"}}\n{"collection":"pay')
    expect(createCollections(journal).open('payments', schema).all()).toEqual([{ amount: 1 }])
  })

  it('is gone with the process where no journal is kept', () => {
    createCollections().open('payments', schema).put('a', { amount: 1 })
    expect(createCollections().open('payments', schema).all()).toEqual([])
  })
})
