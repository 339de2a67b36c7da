import { createHash } from 'node:crypto'
import { escapeHtml } from '@site/shared/escape-html'

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; color: #13222e; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; }
  th, td { padding: .4rem .8rem; border: 1px solid #d3dde0; text-align: left; overflow-wrap: anywhere; }
  article, pre { border: 1px solid #d3dde0; background: #eef3f4; padding: 1rem; overflow-x: auto; }
  dt { font-weight: 600; }
  dd { margin: 0; overflow-wrap: anywhere; }
  .note { background: #ffc61a; padding: .4rem .8rem; }
`

/** What the page's policy allows, and nothing else. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** @param body HTML whose texts are escaped already. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | Sandbox mail</title>
<style>${STYLE}</style>
</head>
<body>
<p class="note">Sandbox: these messages reach nobody unless SMTP_URL is set.</p>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`
}
