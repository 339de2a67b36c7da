import { formatPounds } from '@site/shared/money'
import { PageHead } from '@site/shared/page-head'
import { type CourseCategory, coursesPath } from '@site/shared/paths'
import { courses } from '../courses'
import { listingTitle } from './filters'

export function ListingHead({ category }: { category: CourseCategory | undefined }) {
  return (
    <PageHead
      title={listingTitle(category)}
      description={category ? describeCategory(category) : describeAll()}
      path={coursesPath(category)}
      image="/og/courses.jpg"
    />
  )
}

function describeAll(): string {
  return `Compare ${courses.length} safety training courses by subject, length, level and price: construction, first aid, food safety and more, in the classroom or online.`
}

function describeCategory(category: CourseCategory): string {
  const prices = courses.filter((course) => course.category === category).map(({ price }) => price)
  return `${listingTitle(category)} from ${formatPounds(Math.min(...prices))} plus VAT, with the length and level of each. Book a place online for yourself, or train a whole team.`
}
