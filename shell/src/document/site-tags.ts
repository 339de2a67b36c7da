import { company } from '@site/shared/company'
import { escapeText } from './escape'

/** Continues the page's own tags for link previews (PageHead); all pictures have one size. */
export function siteTags(): string {
  return [
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    `<meta property="og:site_name" content="${escapeText(company.shortName)}">`,
    '<meta property="og:locale" content="en_GB"><meta name="twitter:card" content="summary_large_image">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="theme-color" content="#0b3a4a">',
  ].join('')
}
