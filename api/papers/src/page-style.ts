import { createHash } from 'node:crypto'

export const STYLE = `
  @page { size: A4; margin: 18mm 18mm 16mm; }
  * { box-sizing: border-box; }
  body { margin: 0; background: #eef3f4; color: #22343f; font: 400 0.9375rem/1.5 "Public Sans", Arial, "Liberation Sans", system-ui, sans-serif; }
  main { max-width: 52rem; margin: 2rem auto; padding: clamp(1.25rem, 5vw, 3.5rem); background: #fff; border-top: 0.375rem solid #0b3a4a; }
  header { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 1rem 2rem; margin-bottom: 2.5rem; }
  .brand { display: flex; align-items: center; gap: 0.75rem; margin: 0; font-weight: 700; color: #13222e; }
  .brand svg { width: 2.5rem; height: 2.5rem; }
  h1 { margin: 0; font-size: 1.875rem; line-height: 1.15; color: #13222e; }
  h1 span { display: block; margin-top: 0.25rem; font-size: 1.0625rem; font-weight: 400; color: #4c5f6b; }
  .parties { display: grid; gap: 1.5rem 2rem; margin-bottom: 2.5rem; }
  h2 { margin: 0 0 0.375rem; font-size: 0.8125rem; font-weight: 600; color: #4c5f6b; }
  p { margin: 0; overflow-wrap: anywhere; }
  .name { font-weight: 600; color: #13222e; }
  dl { margin: 0; }
  dt { font-size: 0.8125rem; color: #4c5f6b; }
  dd { margin: 0 0 0.25rem; overflow-wrap: anywhere; }
  .lines { overflow-x: auto; }
  .lines:focus-visible { outline: 3px solid #0f6175; outline-offset: 4px; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th { padding: 0.5rem 0 0.5rem 1rem; border-bottom: 1.5px solid #0b3a4a; font-size: 0.8125rem; font-weight: 600; text-align: right; vertical-align: bottom; color: #13222e; }
  td { padding: 0.625rem 0 0.625rem 1rem; border-bottom: 1px solid #d3dde0; text-align: right; vertical-align: top; white-space: nowrap; }
  tr > :first-child { padding-left: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 12rem; font-weight: inherit; }
  thead th:first-child { font-weight: 600; }
  tbody th { border-bottom: 1px solid #d3dde0; font-size: inherit; vertical-align: top; padding-block: 0.625rem; color: inherit; }
  .sums { width: auto; margin: 1rem 0 0 auto; }
  .sums th, .sums td { border: 0; padding-block: 0.25rem; font-weight: 400; font-size: inherit; color: inherit; min-width: 0; }
  .sums tr:last-child > * { border-top: 1.5px solid #0b3a4a; padding-top: 0.5rem; font-size: 1.125rem; font-weight: 700; color: #13222e; }
  footer { margin-top: 2.5rem; font-size: 0.8125rem; color: #4c5f6b; }
  footer p + p { margin-top: 0.375rem; }
  @media print, (min-width: 48rem) {
    h1 { text-align: right; }
    .parties { grid-template-columns: 1.1fr 1fr 1.2fr; }
  }
  @media print {
    body { background: none; font-size: 9.5pt; }
    main { max-width: none; margin: 0; padding: 0; border: 0; }
    .lines { overflow: visible; }
    thead { display: table-header-group; }
    tr, .sums, footer, .parties { break-inside: avoid; }
    .parties { gap: 8mm; }
    dt { font-size: 8pt; }
  }
`

/** For a page that loads nothing and has this style alone. */
export function policyOf(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

export const PAGE_POLICY = policyOf(STYLE)
