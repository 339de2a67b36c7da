import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './join-our-team.module.css'

export function JoinOurTeam() {
  return (
    <section className={classes.join} aria-labelledby="join-title">
      <div className={classes.text}>
        <h2 id="join-title">Join Our Team</h2>
        <p>
          We look for trainers, consultants and coordinators who can explain safety in plain words and who care that
          people go home unharmed.
        </p>
      </div>
      <ButtonLink to={paths.careers} variant="secondary">
        See open positions
      </ButtonLink>
    </section>
  )
}
