/**
 * Accepts reports of a composition only from addresses that this origin recently sent its documents, and no more than
 * it sent.
 */

import {
  addVisits,
  noVisits,
  SIGNALS,
  type Signal,
  sliceOf,
  type Visits,
  windowOf,
} from '@platform/site/model/health-figures'
import { addressKey } from '@site/api/address-key'

const MOST_REPORTS = 10
/** Per composition in ten minutes; further visitors are not counted. */
const MOST_VISITS = 50_000

type Said = Record<Signal, number>
type Visit = Said & {
  composition: number
  slice: number
  documents: number
  reports: number
  counted: Visits
  isChanged: boolean
}
type Register = { byAddress: Map<string, Visit>; bySource: Map<string, Visit> }

export type VisitCounter = ReturnType<typeof createVisitCounter>

export function createVisitCounter(clock = () => Date.now()) {
  let window = windowOf(clock())
  let registers = new Map<number, Register>()
  let before = registers
  const changed: Visit[] = []

  function turnWindow(): void {
    const now = windowOf(clock())
    if (now === window) return
    before = now === window + 1 ? registers : new Map()
    registers = new Map()
    window = now
  }

  function begin(register: Register, composition: number, address: string): Visit | undefined {
    if (register.byAddress.size >= MOST_VISITS) return undefined
    const slice = sliceOf(clock())
    // A spread object made each count twenty times slower.
    const visit: Visit = {
      interactive: 0,
      failed: 0,
      cart: 0,
      payment: 0,
      apiFailed: 0,
      composition,
      slice,
      documents: 0,
      reports: 0,
      counted: noVisits(composition, slice),
      isChanged: false,
    }
    register.byAddress.set(address, visit)
    return visit
  }

  function come(composition: number, source: string, ip: string): Visit | undefined {
    turnWindow()
    const register = registers.get(composition) ?? { byAddress: new Map(), bySource: new Map() }
    registers.set(composition, register)
    const address = addressKey(ip)
    const visit = register.byAddress.get(address) ?? begin(register, composition, address)
    if (visit && register.bySource.size < MOST_VISITS) register.bySource.set(source, visit)
    return visit
  }

  function change(visit: Visit): void {
    visit.isChanged = true
    changed.push(visit)
  }

  function find(composition: number, ip: string): Visit | undefined {
    turnWindow()
    const address = addressKey(ip)
    return registers.get(composition)?.byAddress.get(address) ?? before.get(composition)?.byAddress.get(address)
  }

  return {
    /** @param source raw text of the address, which only `addressOf` parses */
    served(composition: number, source: string, addressOf: () => string): void {
      const visit = registers.get(composition)?.bySource.get(source) ?? come(composition, source, addressOf())
      if (!visit) return
      visit.documents += 1
      if (!visit.isChanged) change(visit)
    },
    reported(composition: number, ip: string, signal: Signal): boolean {
      const visit = find(composition, ip)
      if (!visit || visit[signal] >= visit.documents) return false
      visit[signal] += 1
      if (!visit.isChanged) change(visit)
      return true
    },
    mayReport(ip: string): boolean {
      turnWindow()
      const address = addressKey(ip)
      for (const { byAddress } of [...registers.values(), ...before.values()]) {
        const visit = byAddress.get(address)
        if (visit && visit.reports < visit.documents * MOST_REPORTS) {
          visit.reports += 1
          return true
        }
      }
      return false
    },
    knows: (composition: number, ip: string): boolean => find(composition, ip) !== undefined,
    onlyOne(ip: string): number | undefined {
      turnWindow()
      const numbers = new Set([...registers.keys(), ...before.keys()].filter((it) => find(it, ip) !== undefined))
      const [only] = numbers
      return numbers.size === 1 ? only : undefined
    },
    /** Changes since the last call: fractions, negative where a visit goes on without a failure. */
    take(): Visits[] {
      turnWindow()
      return changed.splice(0).map(settle)
    },
  }
}

function settle(visit: Visit): Visits {
  const { composition, slice, documents, counted } = visit
  const now: Visits = { ...noVisits(composition, slice), visits: 1 }
  for (const signal of SIGNALS) now[signal] = Math.min(1, visit[signal] / documents)
  visit.counted = now
  visit.isChanged = false
  const taken = noVisits(composition, slice)
  taken.visits = -counted.visits
  for (const signal of SIGNALS) taken[signal] = -counted[signal]
  return addVisits(now, taken)
}
