import { Component, type ErrorInfo, type ReactNode } from 'react'
import { faultDetails, faultKind } from './fault-report'

export interface Fault {
  kind: string
  /** The text behind "Copy details". */
  details: string
  /** Shows the part again. */
  retry: () => void
}

interface Props {
  /** Another value says that the person went elsewhere: the part is tried again. */
  resetKey?: unknown
  fallback: (fault: Fault) => ReactNode
  children: ReactNode
}

interface State {
  kind: string | undefined
  stack: string | null | undefined
  resetKey: unknown
}

/** Keeps an error of a component to its own part of the window. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: undefined, stack: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { kind: faultKind(error) }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { resetKey, kind: undefined, stack: undefined }
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack })
  }

  retry = (): void => this.setState({ kind: undefined, stack: undefined })

  override render(): ReactNode {
    const { kind, stack } = this.state
    return kind === undefined ? this.props.children : this.props.fallback({ kind, details: faultDetails(kind, stack), retry: this.retry })
  }
}
