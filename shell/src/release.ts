import type { ReleaseManifest } from '@site/shared/release'
import { ownerOf, routeModules } from './remotes/route-modules'

export default {
  pages: [
    { module: './home-page', path: '/' },
    { module: './about-page', path: '/about' },
    {
      module: './contact-page',
      path: '/contact',
      contentSecurityPolicy: { 'frame-src': ['https://www.openstreetmap.org'] },
    },
  ],
  requires: Object.values(routeModules).filter((name) => ownerOf(name) !== 'shell'),
} satisfies ReleaseManifest
