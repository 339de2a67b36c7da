import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type NoticeProps = { id?: string; tone?: 'bad' | 'warning' | 'good'; title: string; children?: ReactNode }

export function Notice({ id, tone = 'bad', title, children }: NoticeProps) {
  return (
    <div id={id} className={`notice ${tone}`}>
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

export function Linked({ text }: { text: string }) {
  const parts = text.split(/(https:\/\/[^\s,;]+[^\s,;.:)])/)
  return parts.map((part) =>
    part.startsWith('https://') ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

export function Needs({ reasons, toDo }: { reasons: readonly string[]; toDo: readonly string[] }) {
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason}>
          <Linked text={reason} />
        </p>
      ))}
      {toDo.map((sentence) => (
        <p key={sentence}>
          <strong>To do:</strong> {sentence}
        </p>
      ))}
    </>
  )
}
