/**
 * Plants what can go wrong on a page into components of a copy of the sources: each lies there until a page is told its name,
 * so that one build has all of them.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const plantedKinds = ['throw', 'repair', 'slow-interaction', 'layout-shift', 'failed-call'] as const
export type PlantedKind = (typeof plantedKinds)[number]

/** `path`: where the component is shown. */
export type PlantedComponent = { file: string; name: string; path: string }
export type Plant = PlantedComponent & {
  kind: PlantedKind
  /** By which a page is told to do it. */
  trigger: string
  /** Lines of the file that it may be charged to, from 1, both included. */
  lines: readonly [number, number]
}

/** A global of the page; on the server there is none. */
export const TRIGGER = 'plantedTrigger'
export const FAILING_CALL = '/api/planted'
export const BUTTON = 'Planted'

/** In the order that components are written in: where they are shown must let something stand above them. */
export const plantedComponents: readonly PlantedComponent[] = [
  { file: 'shell/src/home/statistics.tsx', name: 'Statistics', path: '/' },
  { file: 'shell/src/home/services.tsx', name: 'Services', path: '/' },
  { file: 'shell/src/home/call-to-action.tsx', name: 'CallToAction', path: '/' },
  { file: 'shell/src/home/join-our-team.tsx', name: 'JoinOurTeam', path: '/' },
  { file: 'shell/src/contact/contact-details.tsx', name: 'ContactDetails', path: '/contact' },
  { file: 'shell/src/contact/info-blocks.tsx', name: 'InfoBlocks', path: '/contact' },
  { file: 'shell/src/about/people.tsx', name: 'People', path: '/about' },
  { file: 'catalog/src/courses/listing-head.tsx', name: 'ListingHead', path: '/courses' },
  { file: 'catalog/src/courses/search-form.tsx', name: 'SearchForm', path: '/courses' },
  { file: 'catalog/src/courses/why-choose.tsx', name: 'WhyChoose', path: '/courses' },
  { file: 'catalog/src/courses/get-started.tsx', name: 'GetStarted', path: '/courses' },
  { file: 'catalog/src/safety-plus/safety-plus-page.tsx', name: 'SafetyPlusPage', path: '/courses/citb-ssp' },
  { file: 'content/src/blog/blog-page.tsx', name: 'BlogPage', path: '/blog' },
  { file: 'content/src/blog/post-hero.tsx', name: 'PostHero', path: '/blog/1' },
  { file: 'content/src/blog/post-sidebar.tsx', name: 'PostSidebar', path: '/blog/1' },
  { file: 'content/src/careers/careers-page.tsx', name: 'CareersPage', path: '/careers' },
  { file: 'content/src/policies/policies-page.tsx', name: 'PoliciesPage', path: '/policies' },
  { file: 'checkout/src/account/sign-in-page.tsx', name: 'SignInPage', path: '/login' },
  { file: 'checkout/src/account/sign-up-page.tsx', name: 'SignUpPage', path: '/signup' },
  { file: 'checkout/src/own-account/reset-page.tsx', name: 'ResetPage', path: '/reset-password' },
]

/** @param tree a copy of the sources, which is changed */
export function plantDegradations(tree: string): Plant[] {
  return plantedComponents.flatMap((component) => plantInto(path.join(tree, component.file), component))
}

/** The component is shown by another one of its name, in which everything is planted. */
function plantInto(file: string, component: PlantedComponent): Plant[] {
  const { name } = component
  const before = readFileSync(file, 'utf8')
  const head = new RegExp(`^export (default )?function ${name}\\(`, 'm')
  if (!head.test(before)) throw new Error(`${file} has no component ${name}`)
  const text = before.replace(head, (_, isDefault = '') => `${wrapperOf(name, isDefault)}\nfunction ${name}AsItIs(`)
  writeFileSync(file, `import { useEffect as usePlanted, useState as usePlantedState } from 'react'\n${text}`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1
  const whole = [lineOf(`function ${name}(`), lineOf(`function ${name}AsItIs(`) - 1] as const
  return plantedKinds.map((kind) => {
    const trigger = `${name} ${kind}`
    const line = lineOf(`/* ${trigger} */`)
    // Of a component that moves others, or is not as it was sent, only its function is known.
    const isWhole = kind === 'layout-shift' || kind === 'repair'
    return { ...component, kind, trigger, lines: isWhole ? whole : [line, line] }
  })
}

function wrapperOf(name: string, isDefault: string): string {
  const says = (kind: PlantedKind) => `=== '${name} ${kind}'`
  const mark = (kind: PlantedKind) => `/* ${name} ${kind} */`
  return `export ${isDefault}function ${name}(...given: Parameters<typeof ${name}AsItIs>) {
  const [planted, plant] = usePlantedState('')
  const [isLate, setIsLate] = usePlantedState(false)
  usePlanted(() => plant(String(Reflect.get(globalThis, '${TRIGGER}'))), [])
  usePlanted(() => {
    ${mark('throw')} if (planted ${says('throw')}) throw new Error('planted in ${name}')
    if (planted ${says('layout-shift')}) setTimeout(() => setIsLate(true), 2_500)
  }, [planted])
  const handleSlow = () => ${mark('slow-interaction')} { document.title = '${name} slow'; for (const end = Date.now() + 400; Date.now() < end; ); }
  const handleCall = () => {
    ${mark('failed-call')} void fetch('${FAILING_CALL}?${name}', { method: 'POST' })
  }
  return (
    <div>
      {planted ${says('slow-interaction')} && <button type="button" onClick={handleSlow}>${BUTTON}</button>}
      {planted ${says('failed-call')} && <button type="button" onClick={handleCall}>${BUTTON}</button>}
      {isLate && <div style={{ width: '100%', height: 300 }}>Late</div>}
      <i data-planted="${name}">{Reflect.get(globalThis, '${TRIGGER}') ${says('repair')} ? 'repaired' : ''}</i>
      <${name}AsItIs {...Object(given[0])} />
    </div>
  )
}`
}
