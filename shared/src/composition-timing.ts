/**
 * Sent in the `Server-Timing` header: in the document it would change every page with every release
 * (docs/decisions/0030).
 */
export type CompositionTiming = {
  composition: number
  /** Absent where the pages name all files themselves. */
  files?: string | undefined
}

/** Where the files of all packages are listed; without a hash, those of the live composition. */
export const filesAddress = (hash?: string): string => `/site/files${hash ? `.${hash}` : ''}.json`

export function formatTiming({ composition, files }: CompositionTiming): string {
  return `composition;desc=${composition}${files === undefined ? '' : `,files;desc=${files}`}`
}

/** How this document was fetched; empty in browsers that do not tell. */
export const documentTiming = (): Partial<PerformanceNavigationTiming> =>
  Object(performance.getEntriesByType?.('navigation')[0])

/** Nothing where a browser or proxy hides the header from scripts. */
export function readTiming(name: keyof CompositionTiming): string | undefined {
  return documentTiming().serverTiming?.find((it) => it.name === name)?.description
}

/** Number of this document's composition; browser only. */
export const compositionHere = (): number | undefined => Number(readTiming('composition')) || undefined
