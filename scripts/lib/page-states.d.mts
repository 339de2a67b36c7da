import type { Page } from '@playwright/test'

type StoredLine = { id: number; title: string; duration: string; image: string; price: number; quantity: number }

export type PageState = {
  address: string
  /** The widths it exists at, in px. */
  from?: number
  below?: number
  cart?: StoredLine[]
  /** The whole page is of interest, not only the first view. */
  isWhole?: boolean
  prepare?: (page: Page) => Promise<void>
}

export const pages: Record<string, string>
export const consoleSections: Record<string, string>
export const states: Record<string, PageState>
