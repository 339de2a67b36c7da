import { messageOf } from '@platform/base/errors/refusal'
import { createSiteFolders } from '@platform/site/model/site-layout'
import type { FastifyBaseLogger } from 'fastify'
import { type AlternateSites, loadAlternateSites, noAlternates } from './alternate-sites'
import { indexFiles } from './index-files'
import type { SiteSource } from './live-blobs'
import { type LoadedSite, lacksPages, loadLive } from './load-site'
import { workInTurns } from './work-in-turns'

export type LiveSite = Awaited<ReturnType<typeof followSite>>

// Polls, because some file systems do not report changes reliably.
const POLL_MS = 1_000

/**
 * Loads a composition completely and swaps it in by one assignment. If loading fails, the current one stays; after a
 * start, the latest whole one of the history serves, else the whole pages of the live one.
 */
export async function followSite(source: SiteSource, log: FastifyBaseLogger) {
  const { copy } = source
  await createSiteFolders(copy)
  const listeners = new Set<(site: LoadedSite) => void>()
  const shownListeners = new Set<() => void>()
  let current: LoadedSite | undefined
  let alternates = noAlternates
  let lastError = ''

  async function follow(): Promise<void> {
    try {
      const pointer = await copy.readPointer()
      if (!pointer) return
      let failure = ''
      const onError = (error: unknown): undefined => {
        failure = messageOf(error)
        logError(error)
      }
      const live = await findLive(pointer.live, onError)
      const next = await loadAlternateSites({ source, pointer, before: alternates, live, onError })
      if (next !== alternates || live !== current) await show(live, next)
      lastError = failure
    } catch (error) {
      logError(error)
      lastError = messageOf(error)
      await fallBack()
    }
  }

  async function findLive(number: number, onError: (error: unknown) => void): Promise<LoadedSite> {
    const before = current
    const isSame = number === before?.composition.number
    if (isSame && !lacksPages(before)) return before
    return loadLive(source, number, { known: before?.pages }).catch((error: unknown) => {
      if (!isSame) throw error
      onError(error)
      return before
    })
  }

  function logError(error: unknown): void {
    if (messageOf(error) !== lastError) log.error({ err: error }, 'the composition cannot be loaded')
  }

  async function fallBack(): Promise<void> {
    if (current && !lacksPages(current)) return
    const pointer = await copy.readPointer().catch(() => undefined)
    if (!pointer || pointer.live === current?.composition.number) return
    for (const number of pointer.history) {
      const site = await loadLive(source, number).catch(() => undefined)
      if (site) return show(site, noAlternates)
    }
    const part = await loadLive(source, pointer.live, { isPartly: true }).catch(() => undefined)
    if (part) await show(part, noAlternates)
  }

  async function show(live: LoadedSite, next: AlternateSites): Promise<void> {
    const isPart = lacksPages(live)
    const isNew = !current || live.composition.number !== current.composition.number || isPart !== lacksPages(current)
    const { canary, previews } = next
    // Open tabs, and script requests without cookies, need these files too.
    const isIndexed = !canary && previews.length === 0
    current = isIndexed ? live : await indexAgain(live)
    alternates = next
    if (isNew) {
      const shown = { composition: live.composition.number }
      if (isPart) log.error(shown, 'nothing is whole: of what is live the pages that are whole are shown')
      else log.info(shown, 'composition is live')
      for (const listener of listeners) listener(current)
    }
    if (canary || previews.length > 0) {
      const shown = { canary: canary?.site.composition.number, share: canary?.share, previews: previews.length }
      log.info(shown, 'shown to some visitors in its place')
    }
    notifyShown()
  }

  function notifyShown(): void {
    for (const listener of shownListeners) listener()
  }

  async function indexAgain(loaded: LoadedSite): Promise<LoadedSite> {
    try {
      return { ...loaded, files: await indexFiles(source, loaded.composition) }
    } catch (error) {
      log.error({ err: error }, 'the files cannot be listed again; those of before are served')
      return loaded
    }
  }

  async function refreshFiles(): Promise<void> {
    if (!current) return
    current = await indexAgain(current)
    notifyShown()
  }

  async function work(isAsked: boolean): Promise<void> {
    await follow()
    if (isAsked) await refreshFiles()
  }

  // A slow load must not overwrite a newer one.
  const turns = workInTurns(work, POLL_MS, logError)
  const stopWatching = copy.watchPointer(() => turns.run(false))
  await turns.run(false)
  return {
    current: () => current,
    alternates: () => alternates,
    failure: () => lastError || undefined,
    onChange(listener: (site: LoadedSite) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onShown: (listener: () => void) => void shownListeners.add(listener),
    refresh: () => turns.run(true),
    close() {
      stopWatching()
      void turns.stop()
    },
  }
}
