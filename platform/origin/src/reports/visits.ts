/**
 * Accepts reports of a composition only from networks that this origin recently sent its documents, and no more than
 * it sent.
 */

import {
  addVisits,
  type Family,
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
  /** Of the first document: a network is one visit, whatever its browsers. */
  family: Family
  documents: number
  reports: number
  counted: Visits
}
type Visitor = { ip: string; family: Family }
type Register = { byNetwork: Map<string, Visit>; bySource: Map<string, Visit> }

export type VisitCounter = ReturnType<typeof createVisitCounter>

export function createVisitCounter(clock = () => Date.now()) {
  let window = windowOf(clock())
  let registers = new Map<number, Register>()
  let before = registers
  const changed = new Set<Visit>()

  function turnWindow(): void {
    const now = windowOf(clock())
    if (now === window) return
    before = now === window + 1 ? registers : new Map()
    registers = new Map()
    window = now
  }

  function begin(register: Register, composition: number, network: string, family: Family): Visit | undefined {
    if (register.byNetwork.size >= MOST_VISITS) return undefined
    const slice = sliceOf(clock())
    // A spread object made each count twenty times slower.
    const visit: Visit = {
      interactive: 0,
      failed: 0,
      cart: 0,
      payment: 0,
      apiFailed: 0,
      slow: 0,
      composition,
      slice,
      family,
      documents: 0,
      reports: 0,
      counted: noVisits(composition, slice, family),
    }
    register.byNetwork.set(network, visit)
    return visit
  }

  function come(composition: number, source: string, { ip, family }: Visitor): Visit | undefined {
    turnWindow()
    const register = registers.get(composition) ?? { byNetwork: new Map(), bySource: new Map() }
    registers.set(composition, register)
    const network = networkKey(ip)
    const visit = register.byNetwork.get(network) ?? begin(register, composition, network, family)
    if (visit && register.bySource.size < MOST_VISITS) register.bySource.set(source, visit)
    return visit
  }

  function find(composition: number, ip: string): Visit | undefined {
    turnWindow()
    const network = networkKey(ip)
    return registers.get(composition)?.byNetwork.get(network) ?? before.get(composition)?.byNetwork.get(network)
  }

  return {
    /** @param source raw text of the address, which only `visitorOf` parses */
    served(composition: number, source: string, visitorOf: () => Visitor): void {
      const visit = registers.get(composition)?.bySource.get(source) ?? come(composition, source, visitorOf())
      if (!visit) return
      visit.documents += 1
      changed.add(visit)
    },
    reported(composition: number, ip: string, signal: Signal): boolean {
      const visit = find(composition, ip)
      if (!visit || visit[signal] >= visit.documents) return false
      visit[signal] += 1
      changed.add(visit)
      return true
    },
    mayReport(ip: string): boolean {
      turnWindow()
      const network = networkKey(ip)
      for (const { byNetwork } of [...registers.values(), ...before.values()]) {
        const visit = byNetwork.get(network)
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
      const sums = new Map<string, Visits>()
      for (const visit of changed) {
        const key = `${visit.composition} ${visit.slice} ${visit.family}`
        const [sum, change] = [sums.get(key), settle(visit)]
        sums.set(key, sum ? addVisits(sum, change) : change)
      }
      changed.clear()
      return [...sums.values()]
    },
  }
}

/** An IPv4 /24 or IPv6 /48: one customer may have all of it. */
export function networkKey(ip: string): string {
  const key = addressKey(ip)
  return key.includes(':') ? key.split(':').slice(0, 3).join(':') : key.replace(/\.\d+$/, '')
}

function settle(visit: Visit): Visits {
  const { composition, slice, family, documents, counted } = visit
  const now: Visits = { ...noVisits(composition, slice, family), visits: 1 }
  for (const signal of SIGNALS) now[signal] = Math.min(1, visit[signal] / documents)
  visit.counted = now
  const taken = noVisits(composition, slice, family)
  taken.visits = -counted.visits
  for (const signal of SIGNALS) taken[signal] = -counted[signal]
  return addVisits(now, taken)
}
