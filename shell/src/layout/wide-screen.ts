import { MEDIUM_BREAKPOINT } from '@site/shared/constants'

const USUAL_TEXT = 16

/** In `em` like the styles, so that large text gets the narrow layout. */
export function isWideScreen(): boolean {
  return matchMedia(`(min-width: ${MEDIUM_BREAKPOINT / USUAL_TEXT}em)`).matches
}
