export type Client = { hash: () => string; update: () => Promise<unknown> }

type Update = { package: string; hash: string; styles: Style[] }
type Built = { package: string; hash: string; isForServer: boolean }

type Page = { replaceStyles: (styles: readonly Style[]) => () => void; refresh: () => void; reload: () => void }

export function followUpdates({ replaceStyles, refresh, reload }: Page) {
  const clients = new Map<string, Client>()
  const passed = new Map<string, Set<string>>()
  let latest: Update | undefined
  let following = Promise.resolve()

  function follow(): void {
    following = following.then(takeOver).catch((error: unknown) => console.error(error))
  }

  async function takeOver(): Promise<void> {
    if (!latest) return
    const client = clients.get(latest.package)
    if (!client) return
    const start = client.hash()
    for (let before = ''; client.hash() !== before && client.hash() !== latest.hash; ) {
      before = client.hash()
      await client.update()
      passed.get(latest.package)?.add(client.hash())
    }
    if (client.hash() === start) return
    const dropFormer = replaceStyles(latest.styles)
    refresh()
    dropFormer()
  }

  return {
    join(name: string, client: Client): void {
      clients.set(name, client)
      passed.set(name, new Set([client.hash()]))
      follow()
    },
    show(update: Update): void {
      latest = update
      follow()
    },
    async meetLive(builds: readonly Built[]): Promise<void> {
      await following
      const isShown = builds.every(
        ({ package: name, hash, isForServer }) => !isForServer && passed.get(name)?.has(hash),
      )
      if (builds.length === 0 || !isShown) reload()
    },
    hasMoved: () => [...passed.values()].some(({ size }) => size > 1),
  }
}

/** After updates, loads the next page as a document: these scripts know only former files. */
export function leaveDocument(page: Window, hasMoved: () => boolean): void {
  const handleClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !hasMoved() || link.origin !== page.location.origin) return
    // Runs before the router, which would not load a document.
    if (link.pathname !== page.location.pathname) event.stopImmediatePropagation()
  }
  page.addEventListener('click', handleClick, { capture: true })
}

type Style = { href: string; text: string }

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
