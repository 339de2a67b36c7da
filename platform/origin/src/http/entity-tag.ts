/** Whether `If-None-Match` names this entity tag (RFC 9110, 13.1.2: weak comparison, lists, `*`). */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
