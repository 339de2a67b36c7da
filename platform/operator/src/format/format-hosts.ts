import type { GrantedHosts } from '@platform/compose/settings/site-settings'

/** Which other hosts pages may reach: a line for each package and directive. */
export function formatHosts(granted: GrantedHosts): string {
  const lines = Object.entries(granted).flatMap(([name, directives]) =>
    Object.entries(directives).map(
      ([directive, hosts]) => `  ${name.padEnd(12)} ${directive.padEnd(12)} ${hosts.join(' ')}`,
    ),
  )
  return lines.length > 0
    ? ['Other hosts that pages may reach:', ...lines].join('\n')
    : 'No page may reach another host'
}
