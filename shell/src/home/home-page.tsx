import { Block } from '@site/shared/block'
import { company } from '@site/shared/company'
import { STATISTICS, STATS_ROOT_MARGIN, STATS_THRESHOLD } from '@site/shared/constants'
import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { coursesPath, paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { latestPosts, popularCourses, trust } from './blocks'
import { Hero } from './hero'
import classes from './home-page.module.css'

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

const statistics = [
  { value: STATISTICS.years, label: 'years experience' },
  { value: STATISTICS.trained, label: 'trained professionals' },
  { value: STATISTICS.success, label: 'success rate' },
  { value: STATISTICS.clients, label: 'corporate clients' },
]

export default function HomePage() {
  return (
    <>
      <PageHead
        title="Safety training for construction, food and health teams"
        description="Book construction, health and safety, food safety and first aid courses, in the classroom or online, for yourself or for your company."
        path={paths.home}
      />
      <Hero />
      <Block
        block={popularCourses}
        fallback={<Elsewhere title="Popular courses" to={paths.courses} label="See all courses" />}
      />
      <Services />
      <Statistics />
      <Block block={trust} fallback={null} />
      <Block
        block={latestPosts}
        fallback={<Elsewhere title="From the blog" to={paths.blog} label="Read our guides" />}
      />
      <div className={classes.ends}>
        <JoinOurTeam />
        <CallToAction />
      </div>
    </>
  )
}

type ElsewhereProps = { title: string; to: string; label: string }

function Elsewhere({ title, to, label }: ElsewhereProps) {
  return (
    <section className={classes.elsewhere}>
      <h2>{title}</h2>
      <ButtonLink to={to} variant="secondary">
        {label}
      </ButtonLink>
    </section>
  )
}

function Services() {
  return (
    <section className={classes.services} aria-labelledby="services-title">
      <h2 id="services-title">What we do</h2>
      <ul className={classes.cards}>
        {services.map(({ title, text, image, link }) => (
          <li key={title} className={classes.card}>
            <img className={classes.image} src={image} alt="" width="480" height="300" fetchPriority="low" />
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

/** R46 */
function Statistics() {
  const { element, share } = useFirstSight<HTMLElement>()
  return (
    <section className={classes.statistics} ref={element} aria-labelledby="statistics-title">
      <h2 className={classes.figuresTitle} id="statistics-title">
        Our experience in numbers
      </h2>
      <ul className={classes.list}>
        {statistics.map(({ value, label }) => (
          <li key={label} className={classes.item} data-counting={share !== 1 || undefined}>
            <strong className={classes.value}>{countTo(value, share)}</strong>{' '}
            <span className={classes.label}>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countTo(value: string, share: number): string {
  return value.replace(/\d+/, (figure) => String(Math.round(Number(figure) * share)))
}

const COUNTING_MS = 900

/** `share`: 0 to 1. */
function useFirstSight<T extends Element>() {
  const element = useRef<T>(null)
  const [share, setShare] = useState(1)

  useEffect(() => {
    if (!element.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        const start = performance.now()
        const step = () => {
          const left = Math.max(0, 1 - (performance.now() - start) / COUNTING_MS)
          setShare(1 - left ** 3)
          if (left > 0) frame = requestAnimationFrame(step)
        }
        step()
      },
      { threshold: STATS_THRESHOLD, rootMargin: STATS_ROOT_MARGIN },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])

  return { element, share }
}

function JoinOurTeam() {
  return (
    <section className={classes.join} aria-labelledby="join-title">
      <div className={classes.joinText}>
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

function CallToAction() {
  return (
    <section className={classes.call} aria-labelledby="call-title">
      <h2 className={classes.callTitle} id="call-title">
        Not sure which course you need?
      </h2>
      <p className={classes.callText}>
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
