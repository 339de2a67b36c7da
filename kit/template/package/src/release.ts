import type { ReleaseManifest } from '@site/shared/release'

export default {
  menu: [{ menu: 'main', label: '__Title__', to: '/__name__', after: 'Blog' }],
  pages: [{ module: './__name__-page', path: '/__name__' }],
} satisfies ReleaseManifest
