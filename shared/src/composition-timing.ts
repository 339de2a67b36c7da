/**
 * What the origin says beside a document, in its `Server-Timing` header, the one that scripts can read: which composition
 * it was sent in, and where that has the files of all packages. In the document they would change every page with every
 * release (docs/decisions/0030).
 */
export type CompositionTiming = {
  composition: number
  /** Hash of what {@link filesAddress} leads to in this composition; absent where its pages name all files themselves. */
  files?: string | undefined
}

/**
 * Where the files of all packages are said. Under its content's hash the same never changes, and stays for as long as a
 * composition that has it is kept; without one it is that of the composition a visitor gets now.
 */
export function filesAddress(hash?: string): string {
  return `/site/files${hash ? `.${hash}` : ''}.json`
}

/** Value of the header. */
export function formatTiming({ composition, files }: CompositionTiming): string {
  return `composition;desc=${composition}${files === undefined ? '' : `,files;desc=${files}`}`
}

/** What was said beside this document; nothing where a browser, or a proxy on the way, keeps the header from scripts. */
export function readTiming(name: keyof CompositionTiming): string | undefined {
  const { serverTiming }: Partial<PerformanceNavigationTiming> = Object(performance.getEntriesByType?.('navigation')[0])
  return serverTiming?.find((it) => it.name === name)?.description
}

/** Number of the composition this document was sent in; browser only. */
export function compositionHere(): number | undefined {
  return Number(readTiming('composition')) || undefined
}
