/**
 * Has the server end the session, also while the page is left (R196). Nobody waits for it: here the visitor is signed out
 * at once, and a session that nobody uses ends by itself.
 */
export function endSession(token: string | undefined): void {
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  fetch('/api/account/sign-out', { method: 'POST', headers, keepalive: true }).catch(() => {})
}
