/** Adds to jsdom: `showModal`, `close` with its event and focus return, and Escape. Call once in a test file. */
export function installDialog(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()

  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector<HTMLElement>('button, a[href]')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    this.dispatchEvent(new Event('close'))
  }
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') document.querySelector('dialog')?.close()
  })
}
