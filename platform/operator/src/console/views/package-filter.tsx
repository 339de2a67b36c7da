import classes from './parts.module.css'

/** Leads to the part of the audit log that is about one package. */
export function PackageFilter({ packages, chosen }: { packages: readonly string[]; chosen: string | undefined }) {
  return (
    <nav className={classes.filter} aria-label="Packages">
      <a href="/record" aria-current={chosen ? undefined : 'true'}>
        All
      </a>
      {packages.map((name) => (
        <a key={name} href={`/record?package=${name}`} aria-current={chosen === name ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
