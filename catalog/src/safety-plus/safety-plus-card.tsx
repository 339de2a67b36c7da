import { CourseImage } from '@site/shared/course-image'
import { Button, Card, Dialog, Tag } from '@site/shared/ui'
import { useState } from 'react'
import { CartNotice, useAddToCart } from '../cart/cart-notice'
import { courseAnchor } from '../courses/course'
import { PriceTag } from '../price-tag'
import { StarRating } from '../star-rating'
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

function CourseDetails({ course }: { course: SafetyPlusCourse }) {
  return (
    <div className={classes.details}>
      <section>
        <h3>Overview</h3>
        <p>{course.description}</p>
      </section>
      <dl className={classes.keyFacts}>
        <Fact term="Duration" texts={[course.duration]} />
        <Fact term="Max students" texts={[String(course.maxStudents)]} />
        <Fact term="Location" texts={[course.location]} />
        <Fact term="Instructor" texts={[course.instructor]} />
        <Fact term="Start dates" texts={course.startDates} />
        <Fact term="Validity" texts={[course.validity]} />
      </dl>
      <section>
        <h3>Learning outcomes</h3>
        <p>At the end of the course you can:</p>
        <Lines lines={course.learningOutcomes} />
      </section>
      <section>
        <h3>Syllabus</h3>
        <Lines lines={course.syllabus} />
      </section>
      <section>
        <h3>Assessment and certification</h3>
        <p>{course.assessment}</p>
        <p>{`You receive the ${course.certificate}. It is valid for ${course.validity}.`}</p>
      </section>
      <section>
        <h3>Prerequisites</h3>
        <p>{course.prerequisites}</p>
      </section>
      <section>
        <h3>Student reviews</h3>
        <ul className={classes.reviews}>
          {course.reviews.map(({ id, name, rating, comment }) => (
            <li key={id} className={classes.review}>
              <p className={classes.reviewer}>
                <strong>{name}</strong> <StarRating rating={rating} />
              </p>
              <p>{comment}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Fact({ term, texts }: { term: string; texts: readonly string[] }) {
  return (
    <div>
      <dt>{term}</dt>
      {texts.map((text) => (
        <dd key={text}>{text}</dd>
      ))}
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
