import { company } from '@site/shared/company'
import { isCourseId } from '@site/shared/course'
import { CourseImage } from '@site/shared/course-image'
import { useLocation } from '@site/shared/navigation'
import { Button } from '@site/shared/ui'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { CartNotice, useAddToCart } from '../cart/cart-notice'
import type { Course } from '../courses/course'
import { PriceTag } from '../price-tag'
import classes from './chosen-course.module.css'

/** The course whose View Details led here, handed over in the history entry. The server knows none (R57). */
export function ChosenCourse() {
  const { state } = useLocation()
  const isHydrated = useIsHydrated()
  const chosen = isHydrated && readCourse(state)
  return chosen ? <Chosen course={chosen} /> : null
}

/** The listing's course itself: its list here would cost both pages a shared script. */
function readCourse(state: unknown): Course | undefined {
  const { course } = Object(state)
  return isCourseId(course?.id) && Number.isFinite(course.price) ? course : undefined
}

function Chosen({ course }: { course: Course }) {
  const { title, shortDescription, category, image, duration, level, price } = course
  const [notice, add] = useAddToCart(course)
  const syllabus = new URLSearchParams({ subject: `Syllabus of ${title}` }).toString().replaceAll('+', '%20')
  return (
    <section className={classes.chosen} aria-labelledby="chosen-course">
      <CourseImage src={image} alt="" category={category} className={classes.image} />
      <div className={classes.text}>
        <h2 id="chosen-course">{title}</h2>
        <p>{shortDescription}</p>
        <ul className={classes.facts}>
          <li>{duration}</li>
          <li>{level}</li>
        </ul>
        <PriceTag price={price} />
        <form className={classes.actions} action={add}>
          <Button type="submit" aria-describedby="chosen-course">
            Add to Cart
          </Button>
          <a href={`mailto:${company.email}?${syllabus}`}>Ask for the syllabus</a>
        </form>
        <CartNotice text={notice} />
      </div>
    </section>
  )
}
