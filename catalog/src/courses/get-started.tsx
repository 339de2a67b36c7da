import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './get-started.module.css'

export function GetStarted() {
  return (
    <section className={classes.band} aria-labelledby="get-started">
      <div>
        <h2 className={classes.heading} id="get-started">
          Not sure which course you need?
        </h2>
        <p className={classes.text}>
          Tell us the job and how many people need training. We will tell you which course fits.
        </p>
      </div>
      <ButtonLink to={paths.contact}>Get Started Today</ButtonLink>
    </section>
  )
}
