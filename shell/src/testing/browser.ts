export function installMatchMedia({ reducedMotion = false, wide = true } = {}): void {
  const matchMedia = (query: string) => ({ matches: query.includes('reduced-motion') ? reducedMotion : wide })
  Object.assign(globalThis, { matchMedia })
}
