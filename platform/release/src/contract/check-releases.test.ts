import type { HostRelease, Release, RemoteRelease } from '../manifest/release'
import { catalogFixture, hostFixture, releaseOf } from '../testing/fixture-release'
import { checkCompatibility } from './check-releases'

const file = { sha256: '0'.repeat(64), bytes: 1 }
const course = { id: 1, title: 'First Aid', prices: [129], duration: '1 Day' }
const host = releaseOf(hostFixture())
const remote = releaseOf(catalogFixture())

const hostWith = (more: Partial<HostRelease>) => ({ ...host, ...more }) as Release
const remoteWith = (more: Partial<RemoteRelease>) => ({ ...remote, ...more }) as Release
const events = (more: Partial<RemoteRelease>): Release => remoteWith({ package: 'events', ...more })
const entry = { menu: 'main' as const, label: 'Courses', to: '/courses' }
const sameValue = 'Activate releases that were built with the same value in one step.'

// refuse-releases.test.ts of the site has what an activation shows best.
describe('checkCompatibility', () => {
  it.each<[string, Release[]]>([
    ['releases that fit', [host, remote]],
    [
      'constants that are the same where both have them',
      [
        hostWith({ constants: { STORAGE_KEYS: { token: 'auth_token' } } }),
        remoteWith({ constants: { VAT_RATE: 0.2, STORAGE_KEYS: { token: 'auth_token', cart: 'cart' } } }),
      ],
    ],
    [
      'a pre-release within the range',
      [hostWith({ shared: { react: { version: '19.4.0-rc.1', range: '*' } } }), remote],
    ],
  ])('accepts %s', (_name, releases) => expect(checkCompatibility(releases)).toEqual([]))

  it.each<[string, Release[], string]>([
    ['two hosts', [host, hostWith({ package: 'other' })], 'A site needs exactly one host, not 2'],
    [
      'a shared module the host lacks',
      [host, remoteWith({ shared: { zustand: { range: '^5.0.0' } } })],
      'catalog@0.1.0 needs zustand ^5.0.0, which shell@0.1.0 does not share',
    ],
    [
      'an entry that is not in the release',
      [host, remoteWith({ entry: 'gone.js' })],
      'catalog@0.1.0 needs client/gone.js, which is not in the release',
    ],
    [
      'no server bundle',
      [host, remoteWith({ files: {} })],
      'catalog@0.1.0 needs server/courses-page.cjs, which is not in the release',
    ],
    [
      'a page of a module that is not exposed',
      [host, remoteWith({ pages: [{ module: './other-page', path: '/x' }] })],
      'catalog@0.1.0 has the page /x of ./other-page, which it does not expose',
    ],
    [
      'two packages with one public file',
      [host, remote].map((it) => ({ ...it, files: { ...it.files, 'public/icon.svg': file } })),
      '/icon.svg is taken by shell@0.1.0 (public file) and by catalog@0.1.0 (public file)',
    ],
    [
      'a file below another package’s address',
      [hostWith({ files: { ...host.files, 'public/courses/1.svg': file } }), remote],
      "shell@0.1.0 has the public file public/courses/1.svg, but /courses is catalog@0.1.0's",
    ],
    [
      'a folder that two packages share',
      [host, remote, events({ pages: [{ module: './courses-page', path: '/courses/new' }] })],
      "events@0.1.0 has the page /courses/new, but /courses is catalog@0.1.0's",
    ],
    [
      'a fallback for the whole site',
      [host, remoteWith({ pages: [{ module: './courses-page', path: '/x', fallback: { below: '/', status: 404 } }] })],
      'catalog@0.1.0 has a fallback for every address of the site',
    ],
    [
      'a label of the menu that two remotes claim',
      [host, remoteWith({ menu: [entry] }), events({ pages: [], menu: [{ ...entry, to: '/events' }] })],
      '"Courses" in the menu main is taken by catalog@0.1.0 and by events@0.1.0',
    ],
    // A name in other letters passed for a free one.
    [
      'an address of the origin in capitals',
      [host, remoteWith({ files: { ...remote.files, 'public/API/me.png': file } })],
      '/API/me.png of catalog@0.1.0 (public file) is an address of the origin itself',
    ],
    [
      'folders that differ in case',
      ['Images', 'images'].map((name, index) => ({
        ...(index ? remote : host),
        files: { ...(index ? remote : host).files, [`public/${name}/${index}.svg`]: file },
      })),
      '/images/1.svg of catalog@0.1.0 (public file) differs from /Images only in case',
    ],
    // It opened beside the shell, without the policy of pages.
    [
      'a document among the browser files',
      [host, remoteWith({ files: { ...remote.files, 'client/offers.01234567.html': file } })],
      'catalog@0.1.0 has the document client/offers.01234567.html, which would open beside the shell',
    ],
    [
      'a constant of another value',
      [hostWith({ constants: { MAX: 10, VAT: 0.2 } }), remoteWith({ constants: { MAX: 20, VAT: 0.2, MIN: 1 } })],
      `catalog@0.1.0 was built with MAX 20, shell@0.1.0 with 10. ${sameValue}`,
    ],
    [
      'two remotes with another key of the browser’s storage',
      [
        host,
        remoteWith({ constants: { STORAGE_KEYS: { cart: 'cart', token: 'auth_token' } } }),
        remoteWith({ package: 'checkout', constants: { STORAGE_KEYS: { cart: 'basket' } } }),
      ],
      `checkout@0.1.0 was built with STORAGE_KEYS.cart "basket", catalog@0.1.0 with "cart". ${sameValue}`,
    ],
    [
      'a course that the shell’s cart drops',
      [
        hostWith({ constants: { FIRST_COURSE_ID: 1, LAST_COURSE_ID: 1 } }),
        remoteWith({ data: { courses: [1, 2].map((id) => ({ ...course, id })) } }),
      ],
      'catalog@0.1.0 sells course 2, and shell@0.1.0 was built for courses 1 to 1. ' +
        'Activate a shell that was built with it, at the latest in the same step.',
    ],
  ])('reports %s', (_name, releases, problem) => expect(checkCompatibility(releases)).toContain(problem))
})
