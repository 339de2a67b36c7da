import { MEDIUM_BREAKPOINT } from '@site/shared/constants'

const USUAL_TEXT = 16

/** Whether the wide layout is shown: like the styles in `em`, so that large text gets the narrow one. */
export function isWideScreen(): boolean {
  return matchMedia(`(min-width: ${MEDIUM_BREAKPOINT / USUAL_TEXT}em)`).matches
}
