export const ANNOUNCE_EVENT = 'site:announce'

/** Makes the shell show a sentence beside the cart. */
export const CART_NOTE_EVENT = 'site:cart-note'

/** Announces what the cart refuses, and shows it beside the cart. */
export function announceAtCart(message: string): void {
  announce(message)
  window.dispatchEvent(new CustomEvent(CART_NOTE_EVENT, { detail: message }))
}

/** For screen readers; polite, browser only. */
export function announce(message: string): void {
  window.dispatchEvent(new CustomEvent(ANNOUNCE_EVENT, { detail: message }))
}
