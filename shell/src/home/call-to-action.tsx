import { company } from '@site/shared/company'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './call-to-action.module.css'

export function CallToAction() {
  return (
    <section className={classes.block} aria-labelledby="call-title">
      <h2 className={classes.title} id="call-title">
        Not sure which course you need?
      </h2>
      <p className={classes.text}>
        Tell us what work you do and who needs training, and we will suggest the courses that fit. You can also call{' '}
        <a className={classes.phone} href={company.phone.href}>
          {company.phone.display}
        </a>
        .
      </p>
      <ButtonLink className={classes.action} to={paths.contact}>
        Contact us
      </ButtonLink>
    </section>
  )
}
