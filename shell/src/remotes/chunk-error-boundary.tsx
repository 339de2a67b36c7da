import { Component, type ReactNode } from 'react'
import { LoadFailure } from '../layout/load-failure'
import { ChunkLoadError } from './chunk-load-error'

type Props = { children: ReactNode; onRetry?: (() => void) | undefined }
type State = { error: unknown }

/** Catches load failures alone; other errors go on to the router (R10, D-03). */
export class ChunkErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error instanceof ChunkLoadError) {
      return <LoadFailure title="This page could not be loaded" onRetry={this.retry} />
    }
    if (error !== undefined) throw error
    return this.props.children
  }
}
