import { nameOf } from '../manifest/name-of'
import type { Release } from '../manifest/release'

/** Custom properties and cascade layers that the remote's styles use and the shell's every-page styles do not define. */
export function compareStyles(host: Release, remote: Release): string[] {
  const given = host.gives?.styles
  const wanted = remote.wants?.styles
  if (!given || !wanted) return []
  return [
    ...missing(wanted.properties, given.properties).map(
      ([name, place]) =>
        `${nameOf(remote)} uses var(${name}) without a fallback (${place}), but :root of ${nameOf(host)} does not ` +
        `define ${name}. Activate a shell that defines it, or give it a fallback.`,
    ),
    ...missing(wanted.layers, given.layers).map(
      ([name, place]) =>
        `${nameOf(remote)} puts rules into the layer ${name} (${place}), which ${nameOf(host)} does not order; it has ` +
        `${given.layers.join(', ')}. Use one of these.`,
    ),
  ]
}

function missing(wanted: Readonly<Record<string, string>>, given: readonly string[]): [string, string][] {
  return Object.entries(wanted).filter(([name]) => !given.includes(name))
}
