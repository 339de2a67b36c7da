import { createVisitLedger } from './visits'

const MINUTE = 60_000
let now = 10 * MINUTE
let ledger: ReturnType<typeof createVisitLedger>

beforeEach(() => {
  now = 10 * MINUTE
  ledger = createVisitLedger(() => now)
})

const serve = (ip: string, composition = 1) => ledger.served(composition, ip, () => ip)
const taken = () => {
  const all = { visits: 0, interactive: 0, failed: 0, cart: 0 }
  for (const it of ledger.take()) {
    for (const name of ['visits', 'interactive', 'failed', 'cart'] as const) all[name] += it[name]
  }
  return all
}

describe('a report counts', () => {
  it('of an address that was sent a document of that composition, and for no more than it was sent', () => {
    expect(ledger.reported(1, '192.0.2.1', 'failed')).toBe(false)
    serve('192.0.2.1')
    serve('192.0.2.1')
    const said = [1, 2, 3].map(() => ledger.reported(1, '192.0.2.1', 'failed'))
    expect(said).toEqual([true, true, false])
    expect(ledger.reported(2, '192.0.2.1', 'failed')).toBe(false)
    expect(ledger.reported(1, '192.0.2.2', 'failed')).toBe(false)
  })

  it('of any address of a /64, which is one visitor', () => {
    serve('2001:db8::1')
    expect(ledger.reported(1, '2001:db8::ffff', 'interactive')).toBe(true)
    expect(ledger.reported(1, '2001:db8::fffe', 'interactive')).toBe(false)
    expect(ledger.reported(1, '2001:db8:0:1::1', 'interactive')).toBe(false)
  })

  it('for as long as its window and the next, and of the visit it belongs to', () => {
    now += 10 * MINUTE - 1
    serve('192.0.2.1')
    now += 2
    expect(ledger.reported(1, '192.0.2.1', 'interactive')).toBe(true)
    const [visit] = ledger.take()
    expect(visit).toMatchObject({ slice: Math.floor((20 * MINUTE - 1) / 10_000), interactive: 1 })
    now += 20 * MINUTE
    expect(ledger.reported(1, '192.0.2.1', 'cart')).toBe(false)
  })

  it('of the only composition that its address was sent, where it names none', () => {
    expect(ledger.onlyOne('192.0.2.1')).toBeUndefined()
    serve('192.0.2.1', 7)
    serve('192.0.2.2', 8)
    expect(ledger.onlyOne('192.0.2.1')).toBe(7)
    now += 10 * MINUTE
    expect(ledger.onlyOne('192.0.2.1')).toBe(7)
    serve('192.0.2.1', 8)
    expect(ledger.onlyOne('192.0.2.1')).toBeUndefined()
    now += 10 * MINUTE
    expect(ledger.onlyOne('192.0.2.1')).toBe(8)
  })

  it('so often as an address was sent pages, so that nobody keeps the others from being read', () => {
    expect(ledger.mayReport('192.0.2.1')).toBe(false)
    serve('192.0.2.1')
    const allowed = Array.from({ length: 20 }, () => ledger.mayReport('192.0.2.1'))
    expect(allowed.filter(Boolean)).toHaveLength(10)
  })
})

describe('a visit', () => {
  it('weighs one, whatever it is sent and says', () => {
    for (let document = 0; document < 50; document += 1) serve('192.0.2.1')
    for (let report = 0; report < 500; report += 1) ledger.reported(1, '192.0.2.1', 'failed')
    ledger.reported(1, '192.0.2.1', 'interactive')
    expect(taken()).toEqual({ visits: 1, interactive: 0.02, failed: 1, cart: 0 })
  })

  it('is handed over once, and then what has changed', () => {
    serve('192.0.2.1')
    ledger.reported(1, '192.0.2.1', 'interactive')
    expect(taken()).toMatchObject({ visits: 1, interactive: 1 })
    expect(taken()).toMatchObject({ visits: 0, interactive: 0 })
    serve('192.0.2.1')
    ledger.reported(1, '192.0.2.1', 'cart')
    expect(taken()).toMatchObject({ visits: 0, interactive: -0.5, cart: 0.5 })
  })
})
