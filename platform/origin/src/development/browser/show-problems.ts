type Problem = { title: string; place: string; text: string; isNotice?: boolean }

const NAME = 'site-problems'

export function showProblems(page: Document, problems: readonly Problem[]): void {
  page.querySelector(NAME)?.remove()
  if (problems.length === 0) return
  const isNotice = problems.every((problem) => problem.isNotice)
  const host = page.createElement(NAME)
  host.toggleAttribute('notice', isNotice)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const close = element(page, 'button', 'Close')
  close.addEventListener('click', () => host.remove())
  host.addEventListener('keydown', ({ key }) => key === 'Escape' && host.remove())
  const dialog = element(page, 'section')
  dialog.setAttribute('role', isNotice ? 'alert' : 'alertdialog')
  dialog.setAttribute('aria-label', titleOf(problems))
  dialog.append(
    element(page, 'header', element(page, 'h2', titleOf(problems)), close),
    ...problems.map(({ place, text }) =>
      element(page, 'article', ...(place ? [element(page, 'h3', place)] : []), element(page, 'pre', text)),
    ),
    element(page, 'p', 'Once it is mended and saved, this goes away by itself.'),
  )
  root.append(dialog)
  page.documentElement.append(host)
  if (!isNotice) close.focus()
}

function titleOf(problems: readonly Problem[]): string {
  const [first] = problems
  return problems.length > 1 ? `${problems.length} problems` : (first?.title ?? '')
}

function element(page: Document, name: string, ...content: (Node | string)[]): HTMLElement {
  const made = page.createElement(name)
  made.append(...content)
  return made
}

const styles = `
:host {
  position: fixed;
  z-index: 2147483647;
  inset: 0;
  overflow: auto;
  padding: var(--site-space-xl) var(--site-gutter);
  background: var(--site-colour-overlay);
  color: var(--site-colour-text);
  font: var(--site-text-m) / var(--site-leading-body) var(--site-font-body);
}
:host([notice]) {
  inset: auto 0 0;
  max-height: 40vh;
  background: none;
}
section {
  max-width: 60rem;
  margin: auto;
  padding: var(--site-space-l);
  border-block-start: 6px solid var(--site-colour-error);
  background: var(--site-colour-paper);
}
header {
  display: flex;
  justify-content: space-between;
}
h2 {
  margin: 0;
}
h3 {
  color: var(--site-colour-error);
  overflow-wrap: anywhere;
}
pre {
  overflow-x: auto;
  padding: var(--site-space-m);
  background: var(--site-colour-ink);
  color: var(--site-colour-on-dark);
}
button {
  min-width: var(--site-target);
  min-height: var(--site-target);
}
`
