import classes from './skip-link.module.css'

export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.link} href={`#${target}`}>
      Skip to main content
    </a>
  )
}
