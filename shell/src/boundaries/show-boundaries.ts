import type { SiteFiles } from '@site/shared/site-config'

const colours: Readonly<Record<string, string>> = {
  shell: 'error',
  catalog: 'link',
  content: 'success',
  checkout: 'ink',
}

/** A style sheet outlines parts that appear later too, and leaves React's tree alone. */
export async function showBoundaries({ shellVersion, remotes }: SiteFiles): Promise<void> {
  const releases = [['shell', shellVersion], ...Object.entries(remotes).map(([name, { version }]) => [name, version])]
  const sheet = new CSSStyleSheet()
  await sheet.replace([COMMON, ...releases.map(([name = '', version = '']) => labelOf(name, version))].join('\n'))
  document.adoptedStyleSheets.push(sheet)
}

function labelOf(name: string, version: string): string {
  const part = `[data-boundary=${JSON.stringify(name)}]`
  const colour = `var(--site-colour-${colours[name] ?? 'ink'})`
  return `${part}::before { content: ${JSON.stringify(`${name} ${version}`)}; background: ${colour}; }
${part}::after { border-color: ${colour}; }`
}

const COMMON = `
[data-boundary]:not(header) { position: relative; }
[data-boundary]::before {
  position: absolute;
  z-index: 2;
  inset: 0 auto auto 0;
  padding: var(--site-space-2xs) var(--site-space-s);
  color: var(--site-colour-paper);
  font: 700 var(--site-text-xs) ui-monospace, monospace;
}
[data-boundary]::after {
  position: absolute;
  z-index: 1;
  inset: 0;
  border: 3px dashed;
  content: "";
  pointer-events: none;
}
`
