import { company } from '@site/shared/company'
import { Button } from '@site/shared/ui'
import classes from './load-failure.late.module.css'

type Props = { title: string; onRetry: () => void }

export function LoadFailure({ title, onRetry }: Props) {
  return (
    <section className={classes.failure} role="alert">
      <title>{`${title} | ${company.shortName}`}</title>
      <h1 className={classes.title}>{title}</h1>
      <p>
        The connection may be slow or interrupted. The rest of the site works as usual. You can also call{' '}
        <a href={company.phone.href}>{company.phone.display}</a> or write to{' '}
        <a href={`mailto:${company.email}`}>{company.email}</a>.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  )
}
