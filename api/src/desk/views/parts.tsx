import type { ReactNode } from 'react'

/** Shared by the owner's desk and the operator's console. */

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type NoticeProps = { tone?: 'bad' | 'warning' | 'good'; title: string; children?: ReactNode }

export function Notice({ tone = 'bad', title, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`}>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return <dl>{facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}</dl>
}
