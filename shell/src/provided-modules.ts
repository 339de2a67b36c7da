/** Shared with remotes on the server; the build fills it from `kit/webpack/federation.cjs` (`scripts/webpack/provided-modules-loader.cjs`). */
export const provided: Readonly<Record<string, unknown>> = {}
