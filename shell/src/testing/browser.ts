export function installMatchMedia({ reducedMotion = false, wide = true } = {}): void {
  const matchMedia = (query: string) => ({ matches: query.includes('reduced-motion') ? reducedMotion : wide })
  Object.assign(globalThis, { matchMedia })
}

type Sight = { isIntersecting: boolean }

export function installIntersectionObserver() {
  const observers: { options: IntersectionObserverInit | undefined; see: (sight: Sight) => void; isActive: boolean }[] =
    []
  class ScriptedObserver {
    readonly record: (typeof observers)[number]
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      this.record = {
        options,
        isActive: true,
        see: (sight) => {
          const entry = sight as IntersectionObserverEntry
          if (this.record.isActive) callback([entry], this as unknown as IntersectionObserver)
        },
      }
      observers.push(this.record)
    }
    observe() {}
    disconnect() {
      this.record.isActive = false
    }
  }
  Object.assign(globalThis, { IntersectionObserver: ScriptedObserver })
  return observers
}
