/** Styles of both stand-ins; a page's policy allows a constructed sheet, but no style element or attribute. */
const css = `
.stand-in-card { display: flex; flex-wrap: wrap; gap: 8px; min-height: 28px; }
.stand-in-card input { border: 0; padding: 0; font: inherit; color: inherit; background: transparent; min-width: 0; }
.stand-in-card input:focus { outline: 2px solid currentcolor; outline-offset: 3px; }
.stand-in-card input[aria-invalid='true'] { color: #b3261e; }
.stand-in-number { flex: 1 1 12em; }
.stand-in-expiry { flex: 0 1 5em; }
.stand-in-cvc { flex: 0 1 4em; }
.stand-in-wallet { width: 100%; border: 0; border-radius: 4px; font: inherit; font-weight: 600; color: #fff;
  background: #0b4db5; cursor: pointer; }
.stand-in-wallet:disabled { opacity: 0.5; cursor: default; }
.stand-in-wallet:focus-visible { outline: 3px solid #13222e; outline-offset: 2px; }
.stand-in-dialog { border: 0; border-radius: 8px; padding: 24px; max-width: min(420px, 90vw); color: #13222e;
  background: #fff; font: 16px / 1.5 'Segoe UI', system-ui, sans-serif; }
.stand-in-dialog::backdrop { background: rgb(19 34 46 / 60%); }
.stand-in-dialog h2 { margin: 0 0 8px; font-size: 20px; }
.stand-in-dialog p { margin: 0 0 16px; }
.stand-in-choices { display: grid; gap: 8px; }
.stand-in-choices button { min-height: 44px; border: 2px solid #0b3a4a; border-radius: 4px; padding: 8px 16px;
  font: inherit; color: #0b3a4a; background: #fff; cursor: pointer; }
.stand-in-choices button:first-child { color: #fff; background: #0b3a4a; }
.stand-in-choices button:focus-visible { outline: 3px solid #ffc61a; outline-offset: 2px; }
`

let isAdopted = false

/** Gives the page the stand-ins' styles, once. */
export function adoptStyles(): void {
  if (isAdopted || typeof CSSStyleSheet !== 'function' || !('adoptedStyleSheets' in document)) return
  isAdopted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
