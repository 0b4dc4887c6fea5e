import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of the children once they have failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches errors thrown while rendering, including a page's code that failed to download (lazyComponent). */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
