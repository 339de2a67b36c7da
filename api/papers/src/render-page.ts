import { escapeHtml } from '@site/shared/escape-html'
import { STYLE } from './page-style'
import type { Paper } from './paper'
import { MARK_SIZE, mark, type PaperView, presentPaper } from './present-paper'

export function renderPage(paper: Paper): string {
  const view = presentPaper(paper)
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(view.documentTitle)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="brand">${markHtml()}<bdi>${escapeHtml(view.supplier.name)}</bdi></p>
<h1>${view.title} <span>${view.number}</span></h1>
</header>
<div class="parties">
${partyHtml(view.supplier)}
${partyHtml(view.customer)}
<section><h2>Details</h2><dl>${view.facts.map(factHtml).join('')}</dl></section>
</div>
<div class="lines" role="region" aria-label="Lines" tabindex="0">
<table>
<thead><tr>${view.columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${view.rows.map(rowHtml).join('')}</tbody>
</table>
</div>
<table class="sums">
<tbody>${view.sums.map(({ label, value }) => `<tr><th scope="row">${label}</th><td>${value}</td></tr>`).join('')}</tbody>
</table>
<footer>${[...view.notes, view.contact].map((note) => `<p>${escapeHtml(note)}</p>`).join('')}</footer>
</main>
</body>
</html>
`
}

/** `bdi` isolates the writing direction of typed text. */
function partyHtml({ heading, name, lines }: PaperView['supplier']): string {
  const others = lines.map((line) => `<p><bdi>${escapeHtml(line)}</bdi></p>`)
  return `<section><h2>${heading}</h2><p class="name"><bdi>${escapeHtml(name)}</bdi></p>${others.join('')}</section>`
}

function factHtml({ label, value }: PaperView['facts'][number]): string {
  return `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`
}

function rowHtml([description = '', ...cells]: readonly string[]): string {
  const others = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`)
  return `<tr><th scope="row"><bdi>${escapeHtml(description)}</bdi></th>${others.join('')}</tr>`
}

function markHtml(): string {
  const paths = mark.map((part) =>
    'fill' in part
      ? `<path d="${part.path}" fill="${part.fill}"/>`
      : `<path d="${part.path}" fill="none" stroke="${part.stroke}" stroke-width="${part.width}"/>`,
  )
  return `<svg viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" aria-hidden="true">${paths.join('')}</svg>`
}
