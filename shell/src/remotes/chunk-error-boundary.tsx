import { Component, type ReactNode } from 'react'
import { LoadFailure } from '../layout/load-failure'
import { ChunkLoadError } from './chunk-load-error'

type State = { error: unknown; attempt: number }

/** Catches only parts that could not be loaded; any other error goes on to the router (R10, D-03). */
export class ChunkErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, attempt: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  retry = () => this.setState(({ attempt }) => ({ error: undefined, attempt: attempt + 1 }))

  override render() {
    const { error } = this.state
    if (error instanceof ChunkLoadError) {
      return <LoadFailure title="This page could not be loaded" onRetry={this.retry} />
    }
    if (error !== undefined) throw error
    return this.props.children
  }
}
