import type { Composition } from '@platform/compose/composition/composition'
import type { FailureKind, FailureOrigin } from '@platform/site/model/health-figures'
import { GOOD_UP_TO, POOR_ABOVE, VITALS } from '@platform/site/model/health-figures'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

export const MAX_REPORT_BYTES = 2_048
const MAX_LENGTH = 300
const MAX_FRAMES = 8

const SEEN = ['hidden', 'busy', 'dead'] as const satisfies FailureKind[]
const FAILURES = ['load', 'throw', 'rejection', 'repair', ...SEEN] as const satisfies FailureKind[]

const text = Type.Optional(Type.Unknown())
const value = Type.Optional(Type.Number({ minimum: 0 }))
const selector = Type.Optional(Type.String({ maxLength: MAX_LENGTH }))
const reportSchema = Type.Object({
  /** Absent when the browser hides it from scripts. */
  composition: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(Type.Enum([...FAILURES, 'error', 'unhandledrejection', 'interactive', 'cart', 'altered'])),
  name: text,
  message: text,
  url: text,
  /** Innermost frame first: `/assets/catalog/a.0123456789ab.js:1:234`. */
  stack: Type.Optional(Type.Array(Type.String({ maxLength: MAX_LENGTH }), { maxItems: MAX_FRAMES })),
  /** ms; CLS has no unit. */
  vitals: Type.Optional(Type.Object({ CLS: value, INP: value, LCP: value })),
  targets: Type.Optional(Type.Object({ CLS: selector, INP: selector, LCP: selector })),
  page: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' })),
})
const checker = Compile(reportSchema)

/** Untrusted, without personal data. */
export type PageReport = {
  composition: number | undefined
  /** `altered`: React rendered anew a page that something else, such as a translator, had changed. */
  kind: FailureKind | 'interactive' | 'cart' | 'vitals' | 'altered'
  name?: string
  message?: string
  url?: string
  stack: string[]
  vitals: Record<string, number>
  targets?: Record<string, string>
  page: string | undefined
}

export function isFailure(report: PageReport): report is PageReport & { kind: FailureKind } {
  return FAILURES.some((kind) => kind === report.kind)
}

const hasVitalAbove =
  (limits: typeof POOR_ABOVE) =>
  ({ vitals }: PageReport): boolean =>
    VITALS.some((name) => (vitals[name] ?? 0) > limits[name])
export const isPoor = hasVitalAbove(POOR_ABOVE)
export const isSlow = hasVitalAbove(GOOD_UP_TO)

/** The shell saw it on a page; its package is to blame. */
export function isSeen({ kind }: PageReport): boolean {
  return SEEN.some((seen) => seen === kind)
}

/** Never fails: any other body becomes the message of an empty report. */
export function parseReport(body: string): PageReport {
  const value = parseJson(body)
  const nothing = { composition: undefined, kind: 'load' as const, stack: [], vitals: {}, page: undefined }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ...nothing, message: clean(body) }
  const { name, message, url } = value as Record<string, unknown>
  const texts = Object.entries({ name, message, url }).filter(([, it]) => it !== undefined)
  const said = Object.fromEntries(texts.map(([key, it]) => [key, clean(asText(it))]))
  if (!checker.Check(value)) return { ...nothing, ...said }
  const report: Static<typeof reportSchema> = value
  const { composition, stack = [], page } = report
  const vitals = Object.fromEntries(ofVitals(report.vitals))
  const targets = Object.fromEntries(ofVitals(report.targets).map(([name, it]) => [name, clean(it)]))
  const isVitals = Object.keys(vitals).length > 0 && report.kind === undefined
  return {
    composition,
    kind: isVitals ? 'vitals' : kindOf(report.kind),
    ...said,
    stack: stack.map(clean),
    vitals,
    ...(Object.keys(targets).length > 0 && { targets }),
    page,
  }
}

function kindOf(kind: NonNullable<Static<typeof reportSchema>['kind']> = 'load'): PageReport['kind'] {
  if (kind === 'error') return 'throw'
  return kind === 'unhandledrejection' ? 'rejection' : kind
}

const FILE_ADDRESS = /\/assets\/([a-z][a-z0-9-]*)\//g

/** Replaces file addresses by `/releases/<package>/<version>/`, the key of source maps. */
export function nameReleases(report: PageReport, releases: Composition['releases']): PageReport {
  const name = (frame: string) =>
    frame.replace(FILE_ADDRESS, (address, owner: string) => {
      const version = releases[owner]?.version
      return version === undefined ? address : `/releases/${owner}/${version}/`
    })
  const { message, stack } = report
  return { ...report, ...(message !== undefined && { message: name(message) }), stack: stack.map(name) }
}

const RELEASE_PLACE = /\/releases\/([a-z][a-z0-9-]*)\/([^/\s]+)\/[\w.+~/-]*(?::\d+:\d+)?/

/** @returns `undefined` without an own frame, such as for a browser extension */
export function originOf(
  report: PageReport,
  { releases, pages }: Pick<Composition, 'releases' | 'pages'>,
): FailureOrigin | undefined {
  if (!isFailure(report)) return undefined
  const { kind, stack, message = '', url = '' } = report
  const [onPage = ''] = Object.hasOwn(pages, url) ? (pages[url]?.module.split('/') ?? []) : []
  const owner = report.page ?? onPage
  const seen = isSeen(report) && Object.hasOwn(releases, owner) ? releases[owner] : undefined
  if (seen) return { package: owner, release: seen.version, kind, location: '' }
  const inCode =
    kind === 'repair'
      ? codeOrigin(ownFirst(stack, pages[url]?.module), releases)
      : codeOrigin([...stack, message], releases)
  if (inCode) return { ...inCode, kind }
  // Pages of earlier releases name only the module.
  const [, name = ''] = /^Loading ([a-z][a-z0-9-]*)\//.exec(message) ?? []
  const version = releases[name]?.version
  return version === undefined ? undefined : { package: name, release: version, kind, location: '' }
}

function codeOrigin(frames: readonly string[], releases: Composition['releases']) {
  for (const frame of frames) {
    const [location = '', name = '', release = ''] = RELEASE_PLACE.exec(frame) ?? []
    if (releases[name]?.version === release) return { package: name, release, location: location.slice(0, 200) }
  }
  return undefined
}

/** Puts the page's own components first, since their input makes shared parts fail. */
function ownFirst(frames: readonly string[], module = ''): string[] {
  const [owner] = module.split('/')
  const isOwn = (frame: string) => frame.includes(`/releases/${owner}/`)
  return [...frames.filter(isOwn), ...frames.filter((frame) => !isOwn(frame))]
}

function ofVitals<T>(all: Record<string, T> = {}): [string, T][] {
  return Object.entries(all).filter(([name]) => VITALS.some((vital) => vital === name))
}

/** Avoids `String()`, which calls the sender's `toString`. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function clean(value: string): string {
  return value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH)
}
