import { type CourseCategory, coursesPath, paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import { breadcrumbs } from '@site/shared/structured-data'
import { courses } from '../courses/courses'
import { categoryLabel } from '../courses/listing/filters'
import { courseNode } from './course-node'

const listing = { name: 'Courses', path: paths.courses }

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
