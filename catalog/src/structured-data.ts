import { CURRENCY } from '@site/shared/constants'
import type { CartCourse } from '@site/shared/course'
import { type CourseCategory, coursesPath, paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import { breadcrumbs, organisation } from '@site/shared/structured-data'
import { courseAnchor } from './courses/course'
import { courses } from './courses/courses'
import { categoryLabel } from './courses/listing/filters'
import { type SafetyPlusCourse, safetyPlusCourses } from './safety-plus/safety-plus-courses'

const listing = { name: 'Courses', path: paths.courses }

/** ISO 8601; a self-paced course has no length of its own. */
const workload: Readonly<Record<string, string>> = {
  'Half Day': 'P0.5D',
  '1 Day': 'P1D',
  '2 Days': 'P2D',
  '3 Days': 'P3D',
  '5 Days': 'P5D',
}

const { logo: _, ...provider } = organisation

export function listingData(category?: CourseCategory): StructuredData {
  const shown = courses.filter((course) => category === undefined || course.category === category)
  const path = coursesPath(category)
  return [
    category ? breadcrumbs(listing, { name: categoryLabel(category), path }) : breadcrumbs(listing),
    {
      '@type': 'ItemList',
      numberOfItems: shown.length,
      itemListElement: shown.map((course, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: courseNode(path, course),
      })),
    },
  ]
}

type Described = CartCourse & { shortDescription: string; isOnline: boolean }

/**
 * Fields that Google's course list and course info need. The company stands as provider: the teaching provider is settled
 * with the booking (R37).
 */
export function courseNode(path: string, { id, title, shortDescription, duration, price, image, isOnline }: Described) {
  const courseWorkload = workload[duration]
  const cost = { price, priceCurrency: CURRENCY }
  return {
    '@type': 'Course',
    url: `${path}#${courseAnchor(id)}`,
    name: title,
    description: shortDescription,
    image,
    inLanguage: 'en-GB',
    provider,
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      ...cost,
      priceSpecification: { '@type': 'PriceSpecification', ...cost, valueAddedTaxIncluded: false },
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: isOnline ? 'Online' : 'Onsite',
      ...(courseWorkload && { courseWorkload }),
    },
  }
}

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
