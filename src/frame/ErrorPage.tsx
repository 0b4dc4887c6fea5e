import { Component, type ComponentType } from 'react';
import type { Elements } from '../app/elements';
import { Button } from '../ui/Button';
import { MAIN_ID } from './Header';
import styles from './ErrorPage.module.css';

interface ErrorPageProps {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
  /** What to do instead. */
  children?: Elements;
}

/** Full-page error: what happened, and a button for the next step. */
export function ErrorPage({ title, text, action, onAction, children }: ErrorPageProps) {
  return (
    <main id={MAIN_ID} tabIndex={-1} className={styles.trouble}>
      <div role="alert">
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
      <Button onClick={onAction}>{action}</Button>
    </main>
  );
}

export interface FallbackProps {
  error: Error;
  /** Mounts the children again. */
  retry: () => void;
}

interface ErrorBoundaryProps {
  /** Replaces the children once they have failed. */
  fallback: ComponentType<FallbackProps>;
  children: Elements;
}

/** Catches errors thrown while rendering, including a page's code that failed to download (lazyComponent). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  readonly retry = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    const { fallback: Fallback, children } = this.props;
    return error ? <Fallback error={error} retry={this.retry} /> : children;
  }
}
