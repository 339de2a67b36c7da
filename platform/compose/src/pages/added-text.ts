/** The text goes last into the body, outside React's root. */
export function addText(html: string, added: string): string {
  return added ? html.replace('</body>', () => `${added}</body>`) : html
}

/** The document as it was before {@link addText}. */
export function takeText(html: string, added: string): string {
  return added ? html.replace(`${added}</body>`, () => '</body>') : html
}
