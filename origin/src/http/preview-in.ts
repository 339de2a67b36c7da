import { passIn } from '../progressive/preview-link'
import type { LoadedSite } from './load-site'
import type { Beside } from './shown-beside'

/** The preview that a visitor's cookies allow, if any. */
export function previewIn({ previews, previewKey }: Beside, cookies: string | undefined): LoadedSite | undefined {
  if (previewKey === undefined) return undefined
  const pass = passIn(previewKey, cookies)
  return pass && previews.find(({ site }) => site.composition.number === pass.composition)?.site
}
