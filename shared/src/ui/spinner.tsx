import classes from './ui.module.css'

/** A turning ring beside a text. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={classes.spinner} role="status">
      <span className={classes.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
