import { Component, createContext, type ReactNode, Suspense, use, useState } from 'react'

/** `name`: `catalog/popular-courses`; the page's manifest names it too. */
export type PlacedBlock = { name: string; props: Readonly<Record<string, string | number | boolean>> }

type Part = { kind: 'html'; html: string } | { kind: 'component'; element: ReactNode } | undefined

/** Finds HTML on the server, and of static blocks on the first view, else a component. */
export const FindBlock = createContext<(block: PlacedBlock) => Part>(() => undefined)

/** Places a component of another package; the fallback where it fails. */
export function Block({ block, fallback }: { block: PlacedBlock; fallback: ReactNode }) {
  return (
    <Boundary fallback={fallback}>
      <Suspense fallback={fallback}>
        <Found block={block} fallback={fallback} />
      </Suspense>
    </Boundary>
  )
}

function Found({ block, fallback }: { block: PlacedBlock; fallback: ReactNode }) {
  const find = use(FindBlock)
  const [found] = useState(() => find(block))
  if (!found) return fallback
  const [owner] = block.name.split('/')
  if (found.kind === 'component') return <div data-boundary={owner}>{found.element}</div>
  const __html = found.html
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page rules check it
  return <div data-boundary={owner} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}

class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
