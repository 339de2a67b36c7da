import type { Release } from './release'

/** `catalog@1.6.0`. */
export function nameOf({ package: name, version }: Pick<Release, 'package' | 'version'>): string {
  return `${name}@${version}`
}
