import { StarRating } from '../star-rating'
import type { SafetyPlusCourse } from './safety-plus-courses'
import classes from './safety-plus-page.module.css'

export function CourseDetails({ course }: { course: SafetyPlusCourse }) {
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
