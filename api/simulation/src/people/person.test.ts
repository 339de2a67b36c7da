import { HOUR, MINUTE } from '../world/clock'
import { noteBegun, noteNotBegun, type Person } from './person'

let person: Person

beforeEach(() => {
  person = { name: 'buyer 1', email: 'buyer1@example.com', orderIds: [], meant: 1, begun: new Map() }
})

const visit = (orderId: string) => ({
  orderId,
  person: 'buyer 1',
  email: 'buyer1@example.com',
  items: [],
  isAmountOnly: false,
})

it('means one basket that the shop asks about, and two when it was begun too long ago to be asked about', () => {
  noteBegun(person, visit('first'), 0)
  noteBegun(person, visit('second'), 29 * MINUTE)
  expect(person.meant).toBe(1)
  noteBegun(person, visit('third'), HOUR)
  expect(person.meant).toBe(2)
})

// A call that failed counted: the shop was blamed for not asking about an order of which it had last heard hours before.
it('does not expect the shop to ask about what it has not taken in', () => {
  noteBegun(person, visit('first'), 0)
  const before = noteBegun(person, visit('first'), 2 * HOUR)
  noteNotBegun(person, 'first', before)
  noteBegun(person, visit('second'), 2 * HOUR)
  expect(person.meant).toBe(2)
})

it('means one where the shop has begun no payment of the other', () => {
  noteNotBegun(person, 'first', noteBegun(person, visit('first'), 0))
  noteBegun(person, visit('second'), HOUR)
  noteBegun(person, visit('first'), HOUR)
  expect(person.meant).toBe(1)
})
