/** Constructed sheet: the page's policy blocks style elements and attributes. */
const css = `
.fake-provider-card { display: flex; flex-wrap: wrap; gap: 8px; min-height: 28px; }
.fake-provider-card input { border: 0; padding: 0; font: inherit; color: inherit; background: transparent; min-width: 0; }
.fake-provider-card input:focus { outline: 2px solid currentcolor; outline-offset: 3px; }
.fake-provider-card input[aria-invalid='true'] { color: var(--site-colour-error, #b3261e); }
.fake-provider-number { flex: 1 1 12em; }
.fake-provider-expiry { flex: 0 1 5em; }
.fake-provider-cvc { flex: 0 1 4em; }
.fake-provider-wallet { width: 100%; border: 0; border-radius: 4px; font: inherit; font-weight: 600; color: #fff;
  background: #0b4db5; cursor: pointer; }
.fake-provider-wallet:disabled { opacity: 0.5; cursor: default; }
.fake-provider-wallet:focus-visible { outline: 3px solid #13222e; outline-offset: 2px; }
.fake-provider-dialog { border: 0; border-radius: 8px; padding: 24px; max-width: min(420px, 90vw); color: #13222e;
  background: #fff; font: 16px / 1.5 'Segoe UI', system-ui, sans-serif; }
.fake-provider-dialog::backdrop { background: rgb(19 34 46 / 60%); }
.fake-provider-dialog h2 { margin: 0 0 8px; color: inherit; font-size: 20px; }
.fake-provider-dialog p { margin: 0 0 16px; }
.fake-provider-choices { display: grid; gap: 8px; }
.fake-provider-choices button { min-height: 44px; border: 2px solid #0b3a4a; border-radius: 4px; padding: 8px 16px;
  font: inherit; color: #0b3a4a; background: #fff; cursor: pointer; }
.fake-provider-choices button:first-child { color: #fff; background: #0b3a4a; }
.fake-provider-choices button:focus-visible { outline: 3px solid #ffc61a; outline-offset: 2px; }
`

let isAdopted = false

export function adoptStyles(): void {
  if (isAdopted || typeof CSSStyleSheet !== 'function' || !('adoptedStyleSheets' in document)) return
  isAdopted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
