import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { contentTypeOf } from '@platform/compose/answers/content-type'
import { assetAddress } from '@platform/release/manifest/asset-address'
import type { SitePages } from '@platform/site/queries/changed-pages'

export type ServedPages = Awaited<ReturnType<typeof servePages>>

/** Serves documents with their files, and keeps what they report. */
export async function servePages({ pages, releases }: SitePages) {
  const reported = new Set<string>()
  const files = new Map(
    releases.flatMap(({ release, folder }) =>
      Object.keys(release.files).map((file) => {
        const address = file.replace(/^client\/(.*)/, (_, name) => assetAddress(release, name)).replace(/^public/, '')
        return [address, path.join(folder, file)] as const
      }),
    ),
  )
  const server = createServer(async (request, response) => {
    const [address = ''] = (request.url ?? '').split('?')
    if (address === '/beacon') {
      let body = ''
      for await (const chunk of request) body += chunk
      const { kind, url } = JSON.parse(body)
      reported.add(`${url} ${kind}`)
      response.writeHead(204).end()
      return
    }
    const file = files.get(address)
    const body = pages.get(address) ?? (file && (await readFile(file).catch(() => undefined)))
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': contentTypeOf(file ?? 'page.html') }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasReported: (address: string, kind: string) => reported.has(`${address} ${kind}`),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
