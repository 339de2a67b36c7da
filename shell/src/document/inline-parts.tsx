import { LAYERS } from './document'
import { renderToHtml } from './render-to-html'
import { SCRIPT_POLICY } from './script-policy'
import { STARTER } from './starter'

/**
 * All that documents have inline, for the build: it lists the digests in `release.json`, and nothing else may run in one.
 * What React puts in by itself is found by rendering a form that a function takes over.
 * @throws Error when React does it otherwise than we know
 */
export async function inlineParts(): Promise<{ scripts: string[]; beforeStyles: string; formAction: string }> {
  const { body } = await renderToHtml(<form action={() => {}} />)
  const scripts = [...body.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const formAction = /<form action="(javascript:[^"]*)"/.exec(body)?.[1]?.replaceAll('&#x27;', "'")
  if (scripts.length !== 1 || !formAction) throw new Error(`React writes forms otherwise than we know: ${body}`)
  return { scripts: [SCRIPT_POLICY, STARTER, ...scripts], beforeStyles: LAYERS, formAction }
}
