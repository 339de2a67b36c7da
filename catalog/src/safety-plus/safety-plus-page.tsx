import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { WithoutScripts } from '../without-scripts'
import { ChosenCourse } from './chosen-course'
import { SafetyPlusCard } from './safety-plus-card'
import { safetyPlusCourses } from './safety-plus-courses'
import classes from './safety-plus-page.module.css'

export default function SafetyPlusPage() {
  return (
    <>
      <PageHead
        title="CITB Site Safety Plus"
        description="Two CITB Site Safety Plus courses in detail: SSP in one day online and SSSTS in two days in the classroom. Content, assessment, start dates and prices."
        path={paths.safetyPlus}
        image="/og/safety-plus.jpg"
      />
      <PageOpening
        title="CITB Site Safety Plus"
        lead="Two courses for people who work on construction sites. Choose SSP if you are new to site work, and SSSTS if you supervise others."
        variant="dark"
      />
      <ChosenCourse />
      <WithoutScripts className={classes.more} />
      <div className={classes.courses}>
        {safetyPlusCourses.map((course, index) => (
          <SafetyPlusCard key={course.id} course={course} isFirst={index === 0} />
        ))}
      </div>
      <p className={classes.more}>
        Looking for another subject? See <Link to={paths.courses}>all courses</Link>, or{' '}
        <Link to={paths.contact}>ask us</Link> about content, dates and training for a team.
      </p>
    </>
  )
}
