/** Makes the shell's live region speak. */
export const ANNOUNCE_EVENT = 'site:announce'

/** For screen readers; polite, browser only. */
export function announce(message: string): void {
  window.dispatchEvent(new CustomEvent(ANNOUNCE_EVENT, { detail: message }))
}
