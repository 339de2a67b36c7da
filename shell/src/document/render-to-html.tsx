import { PassThrough } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { MAP_SCRIPT } from '../map/map-script'
import { LAYERS, SCRIPT_POLICY } from './document'
import { STARTER } from './starter'

/** React writes the tags it hoists (title, meta, link) before the content when the tree has no `<head>`. */
const HOISTED = /^(?:<(?:link|meta)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/

/**
 * Renders a tree with every Suspense boundary settled and separates the hoisted head tags. Rejects with the first
 * error, even one inside a boundary.
 */
export async function renderToHtml(
  tree: ReactNode,
  /** Placed in the tree: React's script for forms is the document's, once. */
  fragments: readonly string[] = [],
): Promise<{ head: string; body: string }> {
  const html = await renderToText(tree)
  const head = HOISTED.exec(html)?.[0] ?? ''
  const body = html.slice(head.length)
  const needsScript = !FORM_SCRIPT.test(body) && fragments.some((it) => it.includes('action="javascript:'))
  return { head, body: needsScript ? body + (await formScript()) : body }
}

/** Renders a part of another document, without head tags. */
export async function renderFragment(tree: ReactNode): Promise<string> {
  const { head, body } = await renderToHtml(tree)
  if (head !== '') throw new Error(`A block has no place for ${head}`)
  return body.replace(FORM_SCRIPT, '')
}

/** React writes it behind the tree. */
const FORM_SCRIPT = /<script\b[^>]*>(?:[^<]|<(?!\/script))*<\/script>$/

async function formScript(): Promise<string> {
  return FORM_SCRIPT.exec(await renderToText(<form action={() => {}} />))?.[0] ?? ''
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

/**
 * Everything that documents have inline; the build lists its digests in `release.json`, and nothing else may run.
 * Renders a form to find what React adds by itself.
 */
export async function inlineParts(): Promise<{ scripts: string[]; beforeStyles: string; formAction: string }> {
  const { body } = await renderToHtml(<form action={() => {}} />)
  const scripts = [...body.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const formAction = /<form action="(javascript:[^"]*)"/.exec(body)?.[1]?.replaceAll('&#x27;', "'")
  if (scripts.length !== 1 || !formAction) throw new Error(`React writes forms otherwise than we know: ${body}`)
  const own = [STARTER, MAP_SCRIPT].map((it) => SCRIPT_POLICY + it)
  return { scripts: [...own, ...scripts], beforeStyles: LAYERS, formAction }
}
