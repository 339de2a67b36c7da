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

type Described = CartCourse & { shortDescription: string }

/**
 * Fields of Google's course list; it no longer shows prices or dates of courses. The company stands as provider: the
 * teaching provider is settled with the booking (R37).
 */
function courseNode(path: string, { id, title, shortDescription }: Described) {
  return {
    '@type': 'Course',
    url: `${path}#${courseAnchor(id)}`,
    name: title,
    description: shortDescription,
    provider,
  }
}

export function safetyPlusData(): StructuredData {
  return [
    breadcrumbs({ name: 'Courses', path: paths.courses }, { name: 'CITB Site Safety Plus', path: paths.safetyPlus }),
    ...safetyPlusCourses.map(detailedNode),
  ]
}

function detailedNode(course: SafetyPlusCourse) {
  const { duration, price, image } = course
  const cost = { price, priceCurrency: CURRENCY }
  return {
    ...courseNode(paths.safetyPlus, course),
    image,
    inLanguage: 'en-GB',
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      ...cost,
      priceSpecification: { '@type': 'PriceSpecification', ...cost, valueAddedTaxIncluded: false },
    },
    teaches: course.learningOutcomes,
    coursePrerequisites: course.prerequisites,
    educationalCredentialAwarded: course.certificate,
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: course.badge === 'Online' ? 'Online' : 'Onsite',
      courseWorkload: `P${Number.parseInt(duration, 10)}D`,
      maximumAttendeeCapacity: course.maxStudents,
    },
  }
}
