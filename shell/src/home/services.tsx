import { Link } from '@site/shared/navigation'
import { coursesPath, paths } from '@site/shared/paths'
import classes from './services.module.css'

const services = [
  {
    title: 'Food Safety Training',
    text: 'Food safety and hygiene at levels 1 to 3, for people who prepare, serve or supervise food.',
    image: '/images/services/food.svg',
    link: { label: 'See food safety courses', to: coursesPath('food') },
  },
  {
    title: 'Health & Safety Training',
    text: 'From manual handling and first aid to IOSH Managing Safely, at the level each role needs.',
    image: '/images/services/health.svg',
    link: { label: 'See health and safety courses', to: coursesPath('health') },
  },
  {
    title: 'Consultancy Services',
    text: 'Advice for employers: who needs which training, when it must be renewed, and how to plan it.',
    image: '/images/services/consultancy.svg',
    link: { label: 'Ask about consultancy', to: paths.contact },
  },
]

export function Services() {
  return (
    <section className={classes.services} aria-labelledby="services-title">
      <h2 id="services-title">What we do</h2>
      <ul className={classes.cards}>
        {services.map(({ title, text, image, link }) => (
          <li key={title} className={classes.card}>
            <img
              className={classes.image}
              src={image}
              alt=""
              width="480"
              height="300"
              loading="lazy"
              decoding="async"
            />
            <div className={classes.body}>
              <h3 className={classes.title}>{title}</h3>
              <p>{text}</p>
              <Link className={classes.link} to={link.to}>
                {link.label}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
