import type { ComponentProps, MouseEventHandler, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import styles from './button.module.css';

/**
 * `primary` for the main action of a page, `secondary` beside it, `quiet` for several in a row, `danger` for one that
 * deletes or ends something.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  variant?: ButtonVariant;
  /** While its action runs: the button stays focusable, announces that it is busy, and ignores clicks. */
  busy?: boolean;
}

/** A button. It submits its form only with `type="submit"`. */
export function Button({ variant = 'primary', busy, onClick, children, ...rest }: ButtonProps) {
  const isOff = busy || rest['aria-disabled'];
  return (
    <button
      type="button"
      {...rest}
      className={styles[variant]}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.busy} aria-hidden="true" />}
      <span className={styles.content}>{children}</span>
    </button>
  );
}

interface ToPageProps {
  to: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A button that opens a page of the app, where the specification calls for a button (section 2). */
export function PageButton({ to, variant = 'primary', children }: ToPageProps) {
  const navigate = useNavigate();
  return (
    <Button variant={variant} onClick={() => void navigate(to)}>
      {children}
    </Button>
  );
}

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ to, variant = 'primary', children }: ToPageProps) {
  return (
    <Link to={to} className={styles[variant]}>
      {children}
    </Link>
  );
}

/** A link to another site that looks like a button. It sends that site no referrer. */
export function OutsideButtonLink({
  href,
  variant = 'secondary',
  describedBy,
  onClick,
  children,
}: {
  href: string;
  variant?: ButtonVariant;
  /** Id of the text that describes it to screen readers. */
  describedBy?: string;
  onClick?: MouseEventHandler;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      rel="noopener noreferrer nofollow"
      className={styles[variant]}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
