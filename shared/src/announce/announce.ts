/** Event by which any package asks the shell's live region to speak. */
export const ANNOUNCE_EVENT = 'site:announce'

/** Tells people who use a screen reader what just changed; polite, browser only. */
export function announce(message: string): void {
  window.dispatchEvent(new CustomEvent(ANNOUNCE_EVENT, { detail: message }))
}
