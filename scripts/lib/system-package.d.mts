export function installSystemPackage(name: string): boolean
