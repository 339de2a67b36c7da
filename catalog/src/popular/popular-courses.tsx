import type { CartCourse } from '@site/shared/course'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { Button, Card } from '@site/shared/ui'
import { CartNotice, useAddToCart } from '../cart/cart-notice'
import { courseAnchor } from '../courses/course'
import { popular } from '../courses/popular'
import { PriceTag } from '../price-tag'
import { WithoutScripts } from '../without-scripts'
import classes from './popular-courses.module.css'

/** A block: pages of other packages place it. */
export default function PopularCourses({ count }: { count: number }) {
  return (
    <section className={classes.popular} aria-labelledby="popular-courses">
      <div className={classes.head}>
        <h2 id="popular-courses">Popular courses</h2>
        <Link to={paths.courses}>See all courses</Link>
      </div>
      <WithoutScripts />
      <ul className={classes.cards}>
        {popular.slice(0, count).map((course) => (
          <PopularCourse key={course.id} course={course} />
        ))}
      </ul>
    </section>
  )
}

function PopularCourse({ course }: { course: CartCourse }) {
  const { id, title, duration, price, image } = course
  const [notice, add] = useAddToCart(course)
  const anchor = courseAnchor(id)
  return (
    <Card as="li" className={classes.card}>
      <img className={classes.image} src={image} alt="" width="480" height="300" fetchPriority="low" />
      <div className={classes.text}>
        <h3 className={classes.title}>
          <Link to={`${paths.courses}#${anchor}`} id={anchor}>
            {title}
          </Link>
        </h3>
        <p className={classes.duration}>{duration}</p>
        <PriceTag price={price} />
        <form action={add}>
          <Button type="submit" size="small" aria-describedby={anchor}>
            Add to Cart
          </Button>
        </form>
        <CartNotice text={notice} />
      </div>
    </Card>
  )
}
