import type { Actor } from './actors'

/** Asked around every query of an actor; what it throws is what the shop's code sees of its database. */
export type DatabaseTrouble = {
  isAway: boolean
  before: (actor: Actor, sql: string) => void
  after: (actor: Actor, sql: string) => void
}

export const databaseTrouble: DatabaseTrouble = { isAway: false, before: () => {}, after: () => {} }
