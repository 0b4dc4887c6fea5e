import styles from './Trouble.module.css';
import { Button } from './Button';

interface Props {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** A whole page that could not be shown: what happened, and the way on. */
export function Trouble({ title, text, action, onAction }: Props) {
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
