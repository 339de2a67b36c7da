import type { Page } from '@playwright/test'
import { announced, choosing, shortcuts, submitted } from './acting'
import { headings, images, links } from './content'
import { focusStops, pointerOnly, pressing } from './focus'
import { askedOnce, errors, labelInName, labels, purposes } from './forms'
import { flashes, media, review } from './media'
import { dragging, listeners, order, sensory } from './moving'
import { hovering, popups } from './opening'
import { edges, forcedColours, icons, motion, picturesOfText, placeholders } from './sight'
import { consistency, time } from './staying'
import { reflow, textGrows, textSpacing, zoomAndTurn } from './text'

/** What looks at a page as it stands and leaves it so. */
const looking = {
  askedOnce,
  consistency,
  dragging,
  edges,
  errors,
  flashes,
  headings,
  icons,
  images,
  labelInName,
  labels,
  links,
  listeners,
  media,
  order,
  picturesOfText,
  placeholders,
  pointerOnly,
  pressing,
  purposes,
  review,
  sensory,
  forcedColours,
  textGrows,
  textSpacing,
}

/** All checks of one page: those that look first, then those that use it as a visitor does. */
export const checks = {
  ...looking,
  hovering,
  focusStops,
  motion,
  reflow,
  zoomAndTurn,
  time,
  shortcuts,
  popups,
  announced,
  choosing,
  submitted,
}

export type CheckName = keyof typeof checks
export const looks = Object.keys(looking) as CheckName[]

/** What the checks find on a page, each sentence after its check's name. */
export async function findings(page: Page, names = Object.keys(checks) as CheckName[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    // A finding that many elements share is one finding.
    const sentences = new Set(await checks[name](page))
    for (const it of sentences) found.push(`${name}: ${it}`)
  }
  return found
}
