import type { Page } from '@playwright/test'
import * as acting from './acting'
import * as content from './content'
import * as focus from './focus'
import * as forms from './forms'
import * as sight from './sight'

export const checks = { ...content, ...forms, ...sight, ...focus, ...acting }
type CheckName = keyof typeof checks

/** These use the page or change what it shows, in this order. */
const using: readonly CheckName[] = [
  ...(['hovering', 'focusStops', 'motion', 'reflow', 'time', 'shortcuts'] as const),
  ...(['popups', 'announced', 'choosing', 'submitted'] as const),
]
const names = Object.keys(checks) as CheckName[]
export const looks = names.filter((name) => !using.includes(name))

/** @returns each finding after its check's name */
export async function findings(page: Page, chosen: readonly CheckName[] = [...looks, ...using]): Promise<string[]> {
  const found: string[] = []
  for (const name of chosen) {
    const sentences = new Set(await checks[name](page))
    for (const it of sentences) found.push(`${name}: ${it}`)
  }
  return found
}
