import { paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import { breadcrumbs } from '@site/shared/structured-data'
import type { SafetyPlusCourse } from '../safety-plus/safety-plus-course'
import { safetyPlusCourses } from '../safety-plus/safety-plus-courses'
import { courseNode } from './course-node'

export function safetyPlusData(): StructuredData {
  return [
    breadcrumbs({ name: 'Courses', path: paths.courses }, { name: 'CITB Site Safety Plus', path: paths.safetyPlus }),
    ...safetyPlusCourses.map(detailedNode),
  ]
}

function detailedNode(course: SafetyPlusCourse) {
  const node = courseNode(paths.safetyPlus, { ...course, isOnline: course.badge === 'Online' })
  return {
    ...node,
    teaches: course.learningOutcomes,
    coursePrerequisites: course.prerequisites,
    educationalCredentialAwarded: course.certificate,
    hasCourseInstance: { ...node.hasCourseInstance, maximumAttendeeCapacity: course.maxStudents },
  }
}
