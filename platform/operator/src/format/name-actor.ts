import type { Actor } from '@platform/site/model/audit-entry'

/** `ada on build-1`, `ada by CI (acme/catalog, run 4711)`, `the origin web-1`. */
export function nameActor({ kind, name, host, run }: Actor): string {
  if (kind === 'origin') return `the origin${host ? ` ${host}` : ''}`
  if (kind === 'ci') return `${name} by CI${run ? ` (${run})` : ''}`
  if (kind === 'console') return `${name} in the console`
  return host ? `${name} on ${host}` : name
}
