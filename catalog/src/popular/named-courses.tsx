import { formatPounds } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { courseAnchor } from '../courses/course'
import { courses } from '../courses/courses'

/** A static block, styled by the page around it: the courses `1,2,3`. */
export default function NamedCourses({ ids }: { ids: string }) {
  const named = ids.split(',').flatMap((id) => courses.find((course) => course.id === Number(id)) ?? [])
  return (
    <ul>
      {named.map(({ id, title, duration, price }) => (
        <li key={id}>
          <Link to={`${paths.courses}#${courseAnchor(id)}`}>{title}</Link>
          <p>
            {`${duration}, `}
            <strong>{formatPounds(price)}</strong> plus VAT
          </p>
        </li>
      ))}
    </ul>
  )
}
