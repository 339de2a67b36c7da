import type { Page } from '@playwright/test'
import { headings, images, landmarks, language, links, title } from './content'
import { labelInName, names, roles, targets } from './controls'
import { focusStops, pointerOnly, pressing } from './focus'
import { announcements, askedOnce, errors, labels, purposes } from './forms'
import type { Check } from './in-page'
import { dragging, order, sensory } from './moving'
import { colourAlone, edges, forcedColours, motion, picturesOfText } from './sight'
import { reflow, textGrows, textSpacing, zoomAndTurn } from './text'

/** All checks of one page, those that change nothing first. */
export const checks: Readonly<Record<string, Check>> = {
  announcements,
  askedOnce,
  colourAlone,
  dragging,
  edges,
  errors,
  headings,
  images,
  labelInName,
  labels,
  landmarks,
  language,
  links,
  names,
  order,
  picturesOfText,
  pointerOnly,
  pressing,
  purposes,
  roles,
  sensory,
  targets,
  title,
  forcedColours,
  textGrows,
  textSpacing,
  focusStops,
  motion,
  reflow,
  zoomAndTurn,
}

/** What the checks find on a page, each sentence after its check's name. */
export async function findings(page: Page, names = Object.keys(checks)): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    // A finding that many elements share is one finding.
    const sentences = new Set((await checks[name]?.(page)) ?? [])
    for (const it of sentences) found.push(`${name}: ${it}`)
  }
  return found
}
