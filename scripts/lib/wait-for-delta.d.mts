export function waitForDelta(
  origin: { siteDir: string; url: string },
  script: { name: string; stem: string; versions: readonly [before: string, after: string] },
): Promise<void>
