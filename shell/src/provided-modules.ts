/**
 * What remotes share with the shell on the server: the same modules as in the browser, one instance each. The list is
 * `federation.cjs`; the build fills it in (`scripts/webpack/provided-modules-loader.cjs`).
 */
export const provided: Readonly<Record<string, unknown>> = {}
