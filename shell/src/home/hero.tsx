import { STATISTICS } from '@site/shared/constants'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './hero.module.css'
import { HeroVideo } from './hero-video'

const previews = [
  { value: STATISTICS.years, label: 'years of experience' },
  { value: STATISTICS.trained, label: 'people trained' },
  { value: STATISTICS.success, label: 'success rate' },
]

export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <HeroVideo />
      <div className={classes.text}>
        <h1 className={classes.title} id="hero-title">
          Safety training for construction, food and health teams
        </h1>
        <p className={classes.lead}>
          Courses in site safety, first aid, food hygiene and mental health, in the classroom or online. Book one place
          for yourself or train a whole team.
        </p>
        <div className={classes.actions}>
          <ButtonLink to={paths.courses}>Our Services</ButtonLink>
          <ButtonLink className={classes.second} to={paths.contact} variant="secondary">
            Get Quote
          </ButtonLink>
        </div>
        <ul className={classes.previews}>
          {previews.map(({ value, label }) => (
            <li key={label}>
              <strong className={classes.value}>{value}</strong> <span className={classes.label}>{label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
