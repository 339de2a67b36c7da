import { styles } from './styles'

export type Problem = {
  title: string
  /** `file:line:column`, or empty when it is not known. */
  place: string
  text: string
  isNotice?: boolean
}

const NAME = 'site-problems'

export function parseProblems(json: string): Problem[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value : []
}

/** Lays problems over the page, outside React's tree; notices stand below and take no focus. */
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
    ...problems.map((problem) => articleOf(page, problem)),
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

function articleOf(page: Document, { place, text }: Problem): HTMLElement {
  return element(page, 'article', ...(place ? [element(page, 'h3', place)] : []), element(page, 'pre', text))
}

function element(page: Document, name: string, ...content: (Node | string)[]): HTMLElement {
  const made = page.createElement(name)
  made.append(...content)
  return made
}
