import type { Style } from './replace-styles'

export type Client = {
  hash: () => string
  update: () => Promise<unknown>
}

type Update = { package: string; hash: string; styles: Style[] }
type Built = { package: string; hash: string; isForServer: boolean }

type Page = {
  replaceStyles: (styles: readonly Style[]) => () => void
  refresh: () => void
  reload: () => void
}

export function followUpdates({ replaceStyles, refresh, reload }: Page) {
  const clients = new Map<string, Client>()
  const passed = new Map<string, Set<string>>()
  let latest: Update | undefined
  let following = Promise.resolve()

  function join(name: string, client: Client): void {
    clients.set(name, client)
    passed.set(name, new Set([client.hash()]))
    follow()
  }

  function show(update: Update): void {
    latest = update
    follow()
  }

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
    join,
    show,
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
