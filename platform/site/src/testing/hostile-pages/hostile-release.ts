import { catalogFixture, type Fixture, pageBundle } from '@platform/release/testing/fixture-release'

/** A release of catalog that tries to get something onto a page, and how it is refused. */
export type HostileRelease = { fixture: Fixture; refusal: RegExp }

/** One whose page has the markup, behind a heading. */
export function hostilePage(markup: string, refusal: RegExp): HostileRelease {
  const bundle = pageBundle(`'<h1>Courses at ' + url + '</h1>' + ${JSON.stringify(markup)}`)
  return hostileFixture({ content: { 'server/courses-page.cjs': bundle } }, refusal)
}

export function hostileFixture(fixture: Fixture, refusal: RegExp): HostileRelease {
  return { fixture: catalogFixture({ ...fixture, version: '0.2.0' }), refusal }
}
