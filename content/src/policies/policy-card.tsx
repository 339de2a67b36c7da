import { Button } from '@site/shared/ui'
import type { Policy } from './policies'
import classes from './policy-card.module.css'
import { PolicyIcon } from './policy-icon'

/** A form, because React keeps a click made before hydration (R90). */
export function PolicyCard({ policy, onOpen }: { policy: Policy; onOpen: () => void }) {
  const { id, title, icon, iconClass, summary, keyPoints } = policy
  const titleId = `policy-${id}`
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <div className={`${classes.icon} ${classes[iconClass]}`}>
        <PolicyIcon name={icon} />
      </div>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <p>{summary}</p>
      <ul className={classes.points}>
        {keyPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <form className={classes.end} action={onOpen}>
        <Button type="submit" variant="secondary" aria-label={`View Full Policy: ${title}`}>
          View Full Policy
        </Button>
      </form>
    </article>
  )
}
