import { company } from '@site/shared/company'
import { paths } from '@site/shared/paths'
import type { ReleaseManifest } from '@site/shared/release'
import { breadcrumbs, fullOrganisation, organisation } from '@site/shared/structured-data'
import { latestPosts, popularCourses, trust } from './home/blocks'

const website = {
  '@type': 'WebSite',
  url: paths.home,
  name: company.shortName,
  inLanguage: 'en-GB',
  publisher: organisation,
}

export default {
  pages: [
    {
      module: './home-page',
      path: '/',
      structuredData: [website, fullOrganisation],
      blocks: [popularCourses, trust, latestPosts],
    },
    {
      module: './about-page',
      path: '/about',
      structuredData: [breadcrumbs({ name: 'About Us', path: paths.about }), fullOrganisation],
    },
    {
      module: './contact-page',
      path: '/contact',
      structuredData: [breadcrumbs({ name: 'Contact', path: paths.contact }), fullOrganisation],
    },
    { module: './map-page', path: '/map', noindex: true, embedded: true },
  ],
  menu: [
    { menu: 'main', label: 'Home', to: paths.home },
    { menu: 'main', label: 'About Us', to: paths.about },
    { menu: 'main', label: 'Contact', to: paths.contact, after: 'Blog' },
  ],
  trustedTypes: ['default'],
} satisfies ReleaseManifest
