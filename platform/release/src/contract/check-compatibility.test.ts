import { RELEASE_FORMAT } from '@site/shared/release'
import type { HostRelease, Release, RemoteRelease } from '../manifest/release'
import { checkCompatibility } from './check-compatibility'

const file = { sha256: '0'.repeat(64), bytes: 1 }

const types = { entries: {}, files: {}, digest: '0'.repeat(64) }

const about = {
  version: '1.0.0',
  contract: 1,
  data: { courses: [{ id: 1, title: 'First Aid', prices: [129], duration: '1 Day' }] },
}

const host: HostRelease = {
  ...about,
  format: RELEASE_FORMAT,
  package: 'shell',
  kind: 'host',
  supports: [1],
  exposes: ['./home-page'],
  routes: { '/': 'shell/home-page', '/courses': 'catalog/courses-page' },
  provides: { names: {}, types, styles: { properties: [], layers: [] } },
  shared: { react: { version: '19.3.1', range: '^19.3.1' } },
  entry: 'main.js',
  modules: { '.': { scripts: ['main.js'], styles: [] } },
  pages: [{ module: './home-page', path: '/' }],
  files: { 'client/main.js': file, 'server/index.cjs': file },
}

const remote: RemoteRelease = {
  ...about,
  format: RELEASE_FORMAT,
  package: 'catalog',
  kind: 'remote',
  exposes: ['./courses-page'],
  requires: { names: {}, types, styles: { properties: {}, layers: {} } },
  shared: { react: { range: '^19.0.0' } },
  entry: 'entry.js',
  modules: {},
  pages: [{ module: './courses-page', path: '/courses' }],
  files: { 'client/entry.js': file, 'server/courses-page.cjs': file },
}

describe('checkCompatibility', () => {
  it('finds nothing wrong with releases that fit', () => {
    expect(checkCompatibility([host, remote])).toEqual([])
  })

  it('accepts a pre-release of the host within the range', () => {
    const local = { ...host, shared: { react: { version: '19.4.0-rc.1', range: '*' } } }
    expect(checkCompatibility([local, remote])).toEqual([])
  })

  it.each<[string, Release[], string]>([
    ['no host', [remote], 'A site needs exactly one host, not 0'],
    ['two hosts', [host, { ...host, package: 'other' }], 'A site needs exactly one host, not 2'],
    ['a module nobody exposes', [host], 'shell@1.0.0 routes to catalog/courses-page, which no live release exposes'],
    [
      'a shared module the host lacks',
      [host, { ...remote, shared: { zustand: { range: '^5.0.0' } } }],
      'catalog@1.0.0 needs zustand ^5.0.0, which shell@1.0.0 does not share',
    ],
    [
      'an entry that is not in the release',
      [host, { ...remote, entry: 'gone.js' }],
      'catalog@1.0.0 needs client/gone.js, which is not in the release',
    ],
    [
      'no server bundle',
      [host, { ...remote, files: { 'client/entry.js': file } }],
      'catalog@1.0.0 needs server/courses-page.cjs, which is not in the release',
    ],
    [
      'a page of a module that is not exposed',
      [host, { ...remote, pages: [{ module: './other-page', path: '/x' }] }],
      'catalog@1.0.0 has the page /x of ./other-page, which it does not expose',
    ],
    [
      'two packages with one public file',
      [
        { ...host, files: { ...host.files, 'public/icon.svg': file } },
        { ...remote, files: { ...remote.files, 'public/icon.svg': file } },
      ],
      '/icon.svg is taken by shell@1.0.0 (public file) and by catalog@1.0.0 (public file)',
    ],
    [
      'a public file in the place of a page',
      [host, { ...remote, files: { ...remote.files, 'public/courses': file } }],
      '/courses is taken by catalog@1.0.0 (page) and by catalog@1.0.0 (public file)',
    ],
    [
      'an address of the origin itself',
      [host, { ...remote, pages: [{ module: './courses-page', path: '/api/courses' }] }],
      '/api/courses of catalog@1.0.0 (page) is an address of the origin itself',
    ],
  ])('reports %s', (_name, releases, problem) => {
    expect(checkCompatibility(releases)).toContain(problem)
  })
})
