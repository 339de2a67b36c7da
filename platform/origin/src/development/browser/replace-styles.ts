export type Style = { href: string; text: string }

type Replacement = { href: string; sheet: CSSStyleSheet }

/** Uses adopted style sheets, because policies forbid writing to style elements. */
export function createStyles(page: Document) {
  const replaced = new Map<string, Replacement>()

  return function replaceStyles(styles: readonly Style[]): () => void {
    const former = styles.flatMap(({ href, text }) => replaceOne(stemOf(href), href, text))
    return () => {
      for (const sheet of former) sheet.disabled = true
      const unused = new Set(former)
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => !unused.has(sheet))
    }
  }

  function replaceOne(stem: string, href: string, text: string): CSSStyleSheet[] {
    const known = replaced.get(stem)
    const own = ownSheets(stem)
    if (known ? known.href === href : own.length === 0 || own.some(([address]) => address === href)) return []
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
    replaced.set(stem, { href, sheet })
    return known ? [known.sheet] : own.flatMap(([, it]) => it ?? [])
  }

  function ownSheets(stem: string): [address: string, sheet: CSSStyleSheet | null][] {
    const elements = page.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('style[data-href], link[rel=stylesheet]')
    return [...elements].flatMap((element) => {
      const address = element.getAttribute('data-href') ?? element.getAttribute('href') ?? ''
      return stemOf(address) === stem ? [[address, element.sheet]] : []
    })
  }
}

function stemOf(href: string): string {
  return href.replace(/\.\w+\.css(?:\?.*)?$/, '')
}
