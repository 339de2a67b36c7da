import { CourseImage } from '@site/shared/course-image'
import { Button, Card, Dialog, Tag } from '@site/shared/ui'
import { useState } from 'react'
import { CartNotice, useAddToCart } from '../cart/cart-notice'
import { courseAnchor } from '../courses/course'
import { PriceTag } from '../price-tag'
import { CourseDetails } from './course-details'
import type { SafetyPlusCourse } from './safety-plus-courses'
import classes from './safety-plus-page.module.css'

/** Both buttons submit, so that React keeps an early press (R68–R71). */
export function SafetyPlusCard({ course, isFirst }: { course: SafetyPlusCourse; isFirst: boolean }) {
  const [notice, add] = useAddToCart(course)
  const [isOpen, setIsOpen] = useState(false)
  const titleId = courseAnchor(course.id)
  const price = <PriceTag price={course.price} unit="per person" />
  return (
    <Card as="article" labelledBy={titleId}>
      <CourseImage
        src={course.image}
        alt={course.title}
        category={course.badge === 'Online' ? 'online' : 'construction'}
        isLargest={isFirst}
      />
      <Tag>{course.badge}</Tag>
      <div className={classes.text}>
        <h2 className={classes.title} id={titleId}>
          {course.title}
        </h2>
        <p>{course.shortDescription}</p>
        <ul className={classes.facts}>
          <li>{course.duration}</li>
          <li>{`Max ${course.maxStudents} students`}</li>
          <li>{`Pass mark ${course.passMark}`}</li>
          <li>{`Valid for ${course.validity}`}</li>
        </ul>
        {price}
        <form className={classes.actions} action={add}>
          <Button type="submit" aria-describedby={titleId}>
            Add to Cart
          </Button>
          <Button
            type="submit"
            variant="secondary"
            formAction={() => setIsOpen(true)}
            aria-haspopup="dialog"
            aria-label={`View details of ${course.title}`}
          >
            View Details
          </Button>
        </form>
        <CartNotice text={notice} isOverPicture />
      </div>
      {isOpen && (
        <Dialog
          title={course.title}
          onClose={() => setIsOpen(false)}
          footer={
            <>
              <form className={classes.order} action={add}>
                {price}
                <Button type="submit" className={classes.orderButton}>
                  Add to Cart
                </Button>
              </form>
              {/* The page's live region is out of reach while the dialog is open. */}
              <div role="status">
                <CartNotice text={notice} />
              </div>
            </>
          }
        >
          <CourseDetails course={course} />
        </Dialog>
      )}
    </Card>
  )
}
