import type { Style } from './replace-styles'

/** A package's part of it (`scripts/dev/hot/hot-client.mjs`). */
export type Client = {
  hash: () => string
  /** Takes over what leads from there to the next state; does nothing when nobody has that. */
  update: () => Promise<unknown>
}

export type Update = { package: string; hash: string; styles: Style[] }
/** What has become live. `isForServer`: no script of it differs from the build before. */
export type Built = { package: string; hash: string; isForServer: boolean }

type Page = {
  replaceStyles: (styles: readonly Style[]) => () => void
  refresh: () => void
  reload: () => void
}

/** Keeps a page at the latest state of the package that is worked on, by reload where it cannot take an update over. */
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
    // Elements get the new names of their styles with the new components.
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
