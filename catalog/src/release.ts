import type { PriceListData } from '@site/shared/contracts/price-list'
import { coursesPath, paths } from '@site/shared/paths'
import type { ReleaseManifest } from '@site/shared/release'
import { courses } from './courses/courses'
import { categoryFilters } from './courses/listing/filters'
import { safetyPlusCourses } from './safety-plus/safety-plus-courses'
import { listingData, safetyPlusData } from './structured-data'

// Two courses are sold at a second price, with a second title, on the Safety Plus page (D-19).
const sold = courses.map((course) => {
  const { id, title, duration } = course
  const offers = [course, ...safetyPlusCourses.filter((detailed) => detailed.id === id)]
  return { id, title, titles: offers.map(({ title }) => title), prices: offers.map(({ price }) => price), duration }
})

const propsOf = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const online = coursesPath('online')

export default {
  pages: [
    {
      module: './courses-page',
      path: '/courses',
      structuredData: listingData(),
      variants: {
        parameter: 'category',
        values: categoryFilters.map(({ value }) => value),
        structuredData: Object.fromEntries(categoryFilters.map(({ value }) => [value, listingData(value)])),
      },
    },
    { module: './safety-plus-page', path: '/courses/citb-ssp', structuredData: safetyPlusData() },
  ],
  blocks: [
    { module: './popular-courses', props: propsOf({ count: { type: 'integer', minimum: 1, maximum: 6 } }) },
    {
      module: './named-courses',
      isStatic: true,
      props: propsOf({ ids: { type: 'string', pattern: '^\\d+(,\\d+)*$' } }),
    },
    { module: './trust', isStatic: true, props: propsOf({}) },
  ],
  menu: [
    {
      menu: 'main',
      label: 'Courses',
      after: 'About Us',
      links: [
        { label: 'All Courses', to: paths.courses },
        { label: 'CITB Site Safety Plus', to: paths.safetyPlus },
        { label: 'Construction Safety', to: coursesPath('construction') },
        { label: 'Health & Safety', to: coursesPath('health') },
        { label: 'Food Safety', to: coursesPath('food') },
      ],
    },
    {
      menu: 'main',
      label: 'Online Courses',
      after: 'Courses',
      links: [
        { label: 'Online CITB SSP', to: online },
        { label: 'Online Food Safety', to: `${online}&type=food` },
        { label: 'Online Health & Safety', to: `${online}&type=health` },
      ],
    },
  ],
  data: { courses: sold } satisfies PriceListData,
} satisfies ReleaseManifest
