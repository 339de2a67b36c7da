import classes from './skip-link.module.css'

/** First stop of the Tab key: past the navigation, to the page itself. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.link} href={`#${target}`}>
      Skip to main content
    </a>
  )
}
