import type { ReleaseManifest } from '@site/shared/release'

export default {
  pages: [{ module: './__name__-page', path: '/__name__' }],
} satisfies ReleaseManifest
