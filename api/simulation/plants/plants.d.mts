export type Plant = {
  name: string
  /** Below `api/src`. */
  file: string
  /** Stands once in the file. */
  find: string
  replace: string
  /** The invariants of which one must break. */
  caughtBy: readonly string[]
}
export const plants: readonly Plant[]
