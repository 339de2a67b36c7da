/** Not awaited: the visitor is signed out here at once, and an unused session ends by itself (R196). */
export function endSession(token: string | undefined): void {
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  fetch('/api/account/sign-out', { method: 'POST', headers, keepalive: true }).catch(() => {})
}
