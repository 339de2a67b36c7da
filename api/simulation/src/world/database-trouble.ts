import type { Actor } from './actors'

/** Wraps every query of an actor; its errors reach the shop as database errors. */
export type DatabaseTrouble = {
  isAway: boolean
  before: (actor: Actor, sql: string) => void
  after: (actor: Actor, sql: string) => void
}

export const databaseTrouble: DatabaseTrouble = { isAway: false, before: () => {}, after: () => {} }
