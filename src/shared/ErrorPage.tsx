import styles from './ErrorPage.module.css';
import { Button } from './Button';

interface Props {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** Full-page error: what happened, and a button that leads on. */
export function ErrorPage({ title, text, action, onAction }: Props) {
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
