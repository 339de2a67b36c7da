import type { IncomingMessage, RequestListener } from 'node:http'
import { exists } from '@platform/base/durable/durable'
import { hasKeptPass, passIn, readPass } from '@platform/site/model/preview-pass'
import type { FastifyBaseLogger } from 'fastify'
import type { FileHandler } from '../files/file-handler'
import type { SendPlain } from '../http/plain-reply'
import type { LiveSite } from '../live/live-site'
import { withPageHeaders } from '../live/load-pages'
import { type LoadedSite, loadSite } from '../live/load-site'
import type { SiteSource } from '../live/site-source'
import { servePage } from './page-handler'

/** Compositions loaded at once; operators compare two. */
const MAX_LOADED = 2
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

export type KeptSites = {
  isPass: (token: string) => Promise<boolean>
  /** Whether a request may come from a browser that opened such a link; no more than a look at its cookies. */
  isAsked: (request: IncomingMessage) => boolean
  /** @param otherwise serves it when it does not, or what is not of the composition: the API, files of what is live */
  serve: (...request: [...Parameters<RequestListener>, otherwise: RequestListener]) => void
}

/** Shows operators what is kept and neither live, nor the canary, nor a preview: loaded when it is asked for. */
export function createKeptSites(
  source: SiteSource,
  site: LiveSite,
  { files, sendPlain }: { files: FileHandler; sendPlain: SendPlain },
  log: FastifyBaseLogger,
): KeptSites {
  const { copy } = source
  const loaded = new Map<number, Promise<LoadedSite>>()

  function load(number: number): Promise<LoadedSite> {
    const loading = loaded.get(number) ?? loadSite(source, number, { publicCacheControl: 'no-store' }).then(hide)
    loaded.delete(number)
    loaded.set(number, loading)
    for (const old of [...loaded.keys()].slice(0, -MAX_LOADED)) loaded.delete(old)
    loading.catch(() => loaded.delete(number))
    return loading
  }

  async function find(cookies: string | undefined): Promise<LoadedSite | undefined> {
    const key = await copy.readPreviewKey()
    const pass = key === undefined ? undefined : passIn(key, cookies)
    if (!pass || pass.composition === site.current()?.composition.number) return undefined
    // In memory it outlives its deletion.
    if (!(await exists(copy.composition(pass.composition)))) return undefined
    return load(pass.composition)
  }

  return {
    async isPass(token) {
      const key = await copy.readPreviewKey()
      return key !== undefined && readPass(key, token)?.expiresAt === Number.POSITIVE_INFINITY
    },
    isAsked: ({ headers }) => hasKeptPass(headers.cookie),
    serve(request, response, otherwise) {
      find(request.headers.cookie)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a kept composition cannot be shown; its operator gets what is live')
          return undefined
        })
        .then((kept) => {
          if (kept && servePage(kept.pages, request, response, sendPlain)) return
          if (kept && files.serve(kept.files, request, response)) return
          otherwise(request, response)
        })
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
    },
  }
}

const hide = (site: LoadedSite): LoadedSite => ({ ...site, pages: withPageHeaders(site.pages, HEADERS) })
