import { nameOf } from '../manifest/name-of'
import type { HostRelease, RemoteRelease } from '../manifest/release'

/** Custom properties and cascade layers that the remote's styles use and the shell's every-page styles do not define. */
export function compareStyles(host: HostRelease, remote: RemoteRelease): string[] {
  const { styles: provided } = host.provides
  const { styles: required } = remote.requires
  return [
    ...missing(required.properties, provided.properties).map(
      ([name, place]) =>
        `${nameOf(remote)} uses var(${name}) without a fallback (${place}), but :root of ${nameOf(host)} does not ` +
        `define ${name}. Activate a shell that defines it, or give it a fallback.`,
    ),
    ...missing(required.layers, provided.layers).map(
      ([name, place]) =>
        `${nameOf(remote)} puts rules into the layer ${name} (${place}), which ${nameOf(host)} does not order; it has ` +
        `${provided.layers.join(', ')}. Use one of these.`,
    ),
  ]
}

function missing(required: Readonly<Record<string, string>>, provided: readonly string[]): [string, string][] {
  return Object.entries(required).filter(([name]) => !provided.includes(name))
}
