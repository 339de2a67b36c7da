import { STATISTICS } from '@site/shared/constants'
import classes from './statistics.module.css'
import { useReveal } from './use-reveal'

const statistics = [
  { value: STATISTICS.years, label: 'years experience' },
  { value: STATISTICS.trained, label: 'trained professionals' },
  { value: STATISTICS.success, label: 'success rate' },
  { value: STATISTICS.clients, label: 'corporate clients' },
]

export function Statistics() {
  const { element, stage } = useReveal<HTMLElement>()
  return (
    <section className={classes.statistics} ref={element} data-stage={stage} aria-labelledby="statistics-title">
      <h2 className={classes.title} id="statistics-title">
        Our experience in numbers
      </h2>
      <ul className={classes.list}>
        {statistics.map(({ value, label }) => (
          <li key={label} className={classes.item}>
            <strong className={classes.value}>{value}</strong> <span className={classes.label}>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
