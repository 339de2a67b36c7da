import type { Actor } from './actors'

export type DatabaseTrouble = {
  isAway: boolean
  before: (actor: Actor, sql: string) => void
  after: (actor: Actor, sql: string) => void
}

export const databaseTrouble: DatabaseTrouble = { isAway: false, before: () => {}, after: () => {} }
