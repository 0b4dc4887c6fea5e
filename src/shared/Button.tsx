import type { ComponentProps, MouseEventHandler, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import styles from './button.module.css';

/**
 * `primary` for the one thing a page wants done, `secondary` beside it, `quiet` where several stand in a row, `danger` for
 * what cannot be taken back.
 */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  look?: ButtonLook;
  /** While what it started goes on: it stays focusable, says it is busy, and does nothing more. */
  busy?: boolean;
}

/** A button. It submits its form only when told to by `type`. */
export function Button({ look = 'primary', busy, onClick, children, ...rest }: ButtonProps) {
  const isOff = busy || rest['aria-disabled'];
  return (
    <button
      type="button"
      {...rest}
      className={styles[look]}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.busy} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface ToPageProps {
  to: string;
  look?: ButtonLook;
  children: ReactNode;
}

/** A button that opens a page of the app: for what the specification calls a button (section 2). */
export function PageButton({ to, look = 'primary', children }: ToPageProps) {
  const navigate = useNavigate();
  return (
    <Button look={look} onClick={() => void navigate(to)}>
      {children}
    </Button>
  );
}

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ to, look = 'primary', children }: ToPageProps) {
  return (
    <Link to={to} className={styles[look]}>
      {children}
    </Link>
  );
}

/** A link to another site that looks like a button; it tells that site nothing of where the person came from. */
export function OutsideButtonLink({
  href,
  look = 'secondary',
  describedBy,
  onClick,
  children,
}: {
  href: string;
  look?: ButtonLook;
  /** The id of the text that is read out after its name. */
  describedBy?: string;
  onClick?: MouseEventHandler;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      rel="noopener noreferrer nofollow"
      className={styles[look]}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
