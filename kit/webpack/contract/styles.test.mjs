import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeStyles } from './styles.cjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'styles-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function stylesOf(sheets) {
  const modules = Object.entries(sheets).map(([name, css]) => {
    const resource = path.join(folder, name)
    mkdirSync(path.dirname(resource), { recursive: true })
    writeFileSync(resource, css)
    return { resource }
  })
  const { uses, defines } = describeStyles({ modules })
  return { required: Object.keys(uses.properties), provided: defines.properties }
}

const provided = (css) => stylesOf({ 'shell/src/main.css': css }).provided
const required = (sheets) => stylesOf(sheets).required

describe('what a shell provides', () => {
  // A property defined only in a media query, or on :root with a class, was reported as given to every page.
  it.each([
    ['a media query', '@media (min-width: 48em) { :root { --site-a: 1px } }'],
    ['a condition inside of the rule', ':root { @media (min-width: 48em) { --site-a: 1px } }'],
    ['a feature that a browser may lack', '@supports (color: oklch(0 0 0)) { :root { --site-a: 1px } }'],
    ['a container', '@container (min-width: 1px) { :root { --site-a: 1px } }'],
    ['a theme', ':root[data-theme="dark"] { --site-a: 1px }'],
    ['an element of the page', ':root .card { --site-a: 1px }'],
    ['what is nested in it', ':root { .card { --site-a: 1px } }'],
    ['another selector', '.card { --site-a: 1px }'],
    ['a registration without a value', '@property --site-a { syntax: "*"; inherits: true }'],
  ])('is no property that is defined for %s alone', (_, css) => {
    expect(provided(`:root { --site-b: 2px } ${css}`)).toEqual(['--site-b'])
  })

  it.each([[':root'], ['.card, :root']])(
    'is what %s itself defines, in a layer too, whatever a condition changes',
    (selector) => {
      const css = `@layer tokens { ${selector} { --site-a: 1px } } @media (min-width: 48em) { :root { --site-a: 2px } }`
      expect(provided(css)).toEqual(['--site-a'])
    },
  )

  it('is a registered property with its value', () => {
    expect(provided('@property --site-a { syntax: "<length>"; inherits: true; initial-value: 1px }')).toEqual([
      '--site-a',
    ])
  })
})

describe('what a remote requires', () => {
  // Catalog set --site-focus in one section, so the shell could remove it from all others.
  it('is a property of the site that it defines for a part of a page and uses', () => {
    const css = '.dark { --site-focus: white } .link { outline-color: var(--site-focus) }'
    expect(required({ 'catalog/src/page.module.css': css })).toEqual(['--site-focus'])
  })

  it('is a property of its own that it defines under a condition and uses without', () => {
    const css = '@media (min-width: 48em) { .a { --catalog-x: 1px } } .b { width: var(--catalog-x) }'
    expect(required({ 'catalog/src/page.module.css': css })).toEqual(['--catalog-x'])
  })

  it.each([
    ['on any element', '.a { --catalog-x: 1px }', '.b { width: var(--catalog-x) }'],
    [
      'under the same condition',
      '@media (min-width: 48em) { .a { --catalog-x: 1px } }',
      '@media (min-width: 48em) { .b { width: var(--catalog-x) } }',
    ],
    ['on :root', ':root { --x: 1px }', '.b { width: var(--x) }'],
  ])('is not a property of its own that it defines %s, in whichever file', (_, a, b) => {
    expect(required({ 'catalog/src/a.module.css': a, 'catalog/src/b.module.css': b })).toEqual([])
  })

  it('is not what it uses with a fallback', () => {
    expect(required({ 'catalog/src/a.module.css': '.a { width: var(--site-a, 1px) }' })).toEqual([])
  })
})
