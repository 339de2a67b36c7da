import { type ReactNode, useEffect, useState } from 'react'
import { CourseImage } from '../course-image/course-image'
import { Button, ButtonLink, Card, Dialog, PageOpening, Spinner, Tag } from '../ui'
import classes from './design-page.module.css'

type Look = (value: string) => Record<string, string>
const block = { width: '7rem', height: '3rem' }

const samples: { title: string; kind: RegExp; look: Look; text?: string }[] = [
  { title: 'Colours', kind: /^--site-(colour|tint)-/, look: (background) => ({ ...block, background }) },
  { title: 'Type', kind: /^--site-text-/, look: (fontSize) => ({ fontSize }), text: 'Safety training' },
  { title: 'Space', kind: /^--site-space-/, look: (width) => ({ width, height: '1rem', background: 'currentcolor' }) },
  {
    title: 'Corners and shadows',
    kind: /^--site-(radius|shadow)-/,
    look: (value) => ({ ...block, border: '1px solid', [/radius/.test(value) ? 'borderRadius' : 'boxShadow']: value }),
  },
]

/** Tokens and components with their states, for maintainers; in the harness alone. */
export function DesignPage() {
  const [names, setNames] = useState<readonly string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setNames(tokenNames()), [])
  return (
    <div className={classes.page}>
      <PageOpening title="Design" lead="Tokens and components. Change the colour scheme of the browser to see both." />
      {samples.map(({ title, kind, look, text }) => (
        <Section key={title} title={title}>
          {names
            .filter((name) => kind.test(name))
            .map((name) => (
              <figure key={name} className={classes.sample}>
                <div style={look(`var(${name})`)}>{text}</div>
                <figcaption>{name.replace('--site-', '')}</figcaption>
              </figure>
            ))}
        </Section>
      ))}
      <Section title="Buttons">
        {(['primary', 'secondary', 'quiet'] as const).map((variant) => (
          <p key={variant}>
            <Button variant={variant}>{variant}</Button>{' '}
            <Button variant={variant} size="small">
              small
            </Button>{' '}
            <Button variant={variant} disabled>
              disabled
            </Button>{' '}
            <ButtonLink to="/design" variant={variant}>
              link
            </ButtonLink>
          </p>
        ))}
      </Section>
      <Section title="Card, tag, picture, spinner, dialog">
        <Card as="article" className={classes.card}>
          <CourseImage src="/images/courses/1.svg" alt="A picture" category="construction" />
          <Tag>Tag</Tag>
          <p>A card</p>
        </Card>
        <Card as="article" className={classes.card}>
          <CourseImage src="" alt="A picture that is missing" category="food" />
        </Card>
        <Spinner label="A spinner" />
        <Button onClick={() => setIsOpen(true)}>Open the dialog</Button>
        {isOpen && (
          <Dialog title="A dialog" onClose={() => setIsOpen(false)} footer={<p>Its footer</p>}>
            <p>Its text</p>
          </Dialog>
        )}
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <div className={classes.samples}>{children}</div>
    </section>
  )
}

/** All tokens of the page's style sheets, so that a new one is shown at once. */
function tokenNames(): string[] {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const names = new Set<string>()
  // Rules of layers are added while the loop runs.
  for (const rule of rules) {
    if ('cssRules' in rule) rules.push(...(rule as CSSGroupingRule).cssRules)
    if ('style' in rule)
      for (const name of Array.from((rule as CSSStyleRule).style)) if (name.startsWith('--site-')) names.add(name)
  }
  return [...names]
}
