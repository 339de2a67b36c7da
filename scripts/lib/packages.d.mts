export const root: string
export const browserPackages: readonly string[]
export const nodePackages: readonly string[]
export function workspaceFolders(): Map<string, string>
