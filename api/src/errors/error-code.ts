/** The code of an error of Node or PostgreSQL, for example `EEXIST` or `23505`. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof`: an error of another realm, a thread's for example, is none of ours.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
