import { CourseImage } from '@site/shared/course-image'
import { paths } from '@site/shared/paths'
import { Button, ButtonLink, Card, Tag } from '@site/shared/ui'
import { memo } from 'react'
import { CartNotice, useAddToCart } from '../cart/cart-notice'
import { PriceTag } from '../price-tag'
import { type Course, courseAnchor } from './course'
import classes from './courses-page.module.css'

/** A form, because React keeps a submit made before hydration (R57). */
export const CourseCard = memo(function CourseCard({ course }: { course: Course }) {
  const [notice, add] = useAddToCart(course)
  const titleId = courseAnchor(course.id)
  return (
    <Card as="li" className={classes.card}>
      <CourseImage src={course.image} alt={course.title} category={course.category} />
      {course.badge && <Tag>{course.badge}</Tag>}
      <div className={classes.text}>
        <h3 className={classes.title} id={titleId}>
          {course.title}
        </h3>
        <p className={classes.description}>{course.shortDescription}</p>
        <p className={classes.facts}>
          <span className={classes.duration}>{course.duration}</span>{' '}
          <span className={classes.level} data-level={course.level}>
            {course.level}
          </span>
        </p>
        <PriceTag price={course.price} />
        <div className={classes.actions}>
          <form action={add}>
            <Button type="submit" size="small" className={classes.action} aria-describedby={titleId}>
              Add to Cart
            </Button>
          </form>
          <ButtonLink
            to={paths.safetyPlus}
            state={{ course }}
            variant="secondary"
            size="small"
            className={`${classes.action} ${classes.details}`}
            aria-label={`View details of ${course.title}`}
          >
            View Details
          </ButtonLink>
        </div>
        <CartNotice text={notice} isOverPicture />
      </div>
    </Card>
  )
})
