import { Component, type ReactNode } from 'react';
import { Button } from './Button';
import styles from './ErrorPage.module.css';

interface ErrorPageProps {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** Full-page error: what happened, and a button that leads on. */
export function ErrorPage({ title, text, action, onAction }: ErrorPageProps) {
  return (
    <main className={styles.trouble}>
      <div role="alert">
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <Button onClick={onAction}>{action}</Button>
    </main>
  );
}

interface ErrorBoundaryProps {
  /** Shown instead of the children once they have failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches errors thrown while rendering, including a page's code that failed to download (lazyComponent). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
