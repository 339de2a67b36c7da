/** `viewer` looks; `team` publishes, previews and tries its own package; `operator` may do all. */
export const roles = ['viewer', 'team', 'operator'] as const
export type Role = (typeof roles)[number]

/** Whoever opened a one-time link. */
export type Person = {
  name: string
  role: Role
  /** The team's own package. */
  package?: string | undefined
}

/** `viewer`, `team of catalog`, `operator`. */
export function describeRole({ role, package: name }: Person): string {
  return role === 'team' ? `team of ${name}` : role
}
