import { PassThrough } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** React writes the tags it hoists (title, meta, link) before the content when the tree has no `<head>`. */
const HOISTED = /^(?:<(?:link|meta)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/

/**
 * Renders a tree with every Suspense boundary settled and separates the hoisted head tags. Rejects with the first
 * error, even one inside a boundary.
 */
export async function renderToHtml(tree: ReactNode): Promise<{ head: string; body: string }> {
  const html = await renderToText(tree)
  const head = HOISTED.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

function renderToText(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(tree, {
      // A boundary sent later would need a script to put it in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: reject,
      onAllReady() {
        let html = ''
        const sink = new PassThrough({ encoding: 'utf8' })
        sink.on('data', (chunk: string) => {
          html += chunk
        })
        sink.on('end', () => resolve(html))
        pipe(sink)
      },
    })
  })
}
