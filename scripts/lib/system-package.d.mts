export function installSystemPackage(...names: string[]): boolean
