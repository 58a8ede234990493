import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../components/error-note.tsx';

interface Props {
  /** A changed key, e.g. another path, retries. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly resetKey: string;
}

/** Keeps the shell working when a page fails. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return <ErrorNote error={this.state.error} onRetry={() => location.reload()} />;
  }
}
