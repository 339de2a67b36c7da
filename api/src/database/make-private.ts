import { chmodSync, mkdirSync } from 'node:fs'

/** A folder for the buyers' names, the signing key and the socket of the administration: nobody but this user looks into it. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // One that was there before, or that another program made.
  chmodSync(folder, 0o700)
}
