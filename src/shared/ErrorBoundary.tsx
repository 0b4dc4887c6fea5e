import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of what could not be drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what a page throws while it is drawn, among it a page's code that could not be downloaded. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
