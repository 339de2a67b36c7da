type Manifest = { dependencies: Record<string, string>; overrides?: Record<string, string> }
export function installOnDemand(name: string, manifest: Manifest): string
