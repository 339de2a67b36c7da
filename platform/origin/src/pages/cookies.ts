/** A cookie for this site's documents, which no script reads and no other site sends with its forms. */
export function siteCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function clearedCookie(name: string, isSecure: boolean): string {
  return siteCookie(name, '', 0, isSecure)
}
