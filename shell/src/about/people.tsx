import { useId } from 'react'
import classes from './people.module.css'
import type { Person } from './team'

export function People({ title, people }: { title: string; people: readonly Person[] }) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.list}>
        {people.map(({ name, role, line, image }) => (
          <li key={name} className={classes.person}>
            <img
              className={classes.image}
              src={image}
              alt=""
              width="240"
              height="240"
              loading="lazy"
              decoding="async"
            />
            <div>
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.role}>{role}</p>
              <p>{line}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
