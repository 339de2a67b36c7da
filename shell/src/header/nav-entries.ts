import { type CourseCategory, coursesPath, paths } from '@site/shared/paths'

export type NavLink = { label: string; to: string }
export type NavGroup = {
  label: string
  links: readonly NavLink[]
  /** The group is the current one only while this category is shown. */
  category?: CourseCategory
}
export type NavEntry = NavLink | NavGroup

const online = coursesPath('online')

export const navEntries: readonly NavEntry[] = [
  { label: 'Home', to: paths.home },
  { label: 'About Us', to: paths.about },
  {
    label: 'Courses',
    links: [
      { label: 'All Courses', to: paths.courses },
      { label: 'CITB Site Safety Plus', to: paths.safetyPlus },
      { label: 'Construction Safety', to: coursesPath('construction') },
      { label: 'Health & Safety', to: coursesPath('health') },
      { label: 'Food Safety', to: coursesPath('food') },
    ],
  },
  {
    label: 'Online Courses',
    category: 'online',
    links: [
      { label: 'Online CITB SSP', to: online },
      { label: 'Online Food Safety', to: `${online}&type=food` },
      { label: 'Online Health & Safety', to: `${online}&type=health` },
    ],
  },
  { label: 'Careers', to: paths.careers },
  { label: 'Blog', to: paths.blog },
  { label: 'Contact', to: paths.contact },
]
