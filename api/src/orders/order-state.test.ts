import type { OrderState } from '../database/schema'
import { canMove } from './order-state'

const states: OrderState[] = [
  'created',
  'pending',
  'processing',
  'paid',
  'failed',
  'cancelled',
  'needs_attention',
  'refunded',
  'charged_back',
]

describe('the states of an order', () => {
  it('lead from paid only to what a bank or a person takes back, and from there only when that comes back', () => {
    expect(states.filter((to) => canMove('paid', to))).toEqual(['needs_attention', 'refunded', 'charged_back'])
    expect(states.filter((to) => canMove('refunded', to))).toEqual(['needs_attention'])
    expect(states.filter((to) => canMove('charged_back', to))).toEqual(['paid', 'needs_attention'])
  })

  it('never lead back to the beginning, nor to themselves', () => {
    expect(states.filter((from) => canMove(from, 'created') || canMove(from, from))).toEqual([])
  })

  it.each([
    ['created', 'paid', false],
    ['pending', 'paid', true],
    ['processing', 'pending', false],
    ['failed', 'paid', false],
    ['cancelled', 'paid', false],
    ['cancelled', 'needs_attention', true],
    ['needs_attention', 'paid', true],
  ] as const)('go from %s to %s: %p', (from, to, isAllowed) => {
    expect(canMove(from, to)).toBe(isAllowed)
  })
})
