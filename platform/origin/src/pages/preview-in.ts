import { passIn } from '@platform/site/model/preview-pass'
import type { AlternateSites } from '../live/alternate-sites'
import type { LoadedSite } from '../live/load-site'

/** The preview that a visitor's cookies allow, if any. */
export function previewIn(
  { previews, previewKey }: AlternateSites,
  cookies: string | undefined,
): LoadedSite | undefined {
  if (previewKey === undefined) return undefined
  const pass = passIn(previewKey, cookies)
  return pass && previews.find(({ site }) => site.composition.number === pass.composition)?.site
}
