import { type PriceListData, priceListSchema } from '@site/shared/contracts/price-list'
import { Compile } from 'typebox/compile'
import { nameOf, type Release } from '../manifest/release'

const checker = Compile(priceListSchema)
const CATALOG = 'catalog'

export function checkData(releases: readonly Release[]): string[] {
  return releases
    .filter((release) => release.package === CATALOG)
    .flatMap((release) => [
      ...priceListProblems(release),
      ...releases.flatMap((other) => unknownCourses(release, other)),
    ])
}

/** Finds courses that the cart of a package built before site-config named the courses would drop. */
function unknownCourses(catalog: Release, other: Release): string[] {
  const { FIRST_COURSE_ID: first, LAST_COURSE_ID: last } = other.constants
  const isUnknown = (id: number) => (typeof first === 'number' && id < first) || (typeof last === 'number' && id > last)
  const ids = priceListOf(catalog)?.courses.map(({ id }) => id) ?? []
  return ids
    .filter(isUnknown)
    .map(
      (id) =>
        `${nameOf(catalog)} sells course ${id}, and ${nameOf(other)} was built for courses ${first} to ${last}. ` +
        `Activate a ${other.package} that was built with it, at the latest in the same step.`,
    )
}

function priceListProblems(release: Release): string[] {
  const { data } = release
  if (!checker.Check(data)) {
    return checker
      .Errors(data)
      .slice(0, 3)
      .map(
        ({ instancePath, message }) =>
          `${nameOf(release)} has a price list the API cannot use: data${instancePath} ${message}. Correct catalog/src/release.ts.`,
      )
  }
  const ids = data.courses.map(({ id }) => id)
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
  return doubled.map(
    (id) => `${nameOf(release)} has course ${id} twice in its price list. Correct catalog/src/release.ts.`,
  )
}

export function priceListOf({ package: name, data }: Release): PriceListData | undefined {
  return name === CATALOG && checker.Check(data) ? data : undefined
}
