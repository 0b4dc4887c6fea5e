import { useRef } from 'react';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { useLeaveDialog } from '../dialog/Dialog';
import { useHotkey } from '../keys/useHotkey';
import styles from './RecordSteps.module.css';
import type { useRecordSteps } from './useRecordSteps';

interface Props {
  readonly steps: ReturnType<typeof useRecordSteps>;
  /** Called before the record is left. */
  readonly onLeave: () => void;
}

/**
 * Buttons to the previous and the next record of the list, and the position between them; nothing for a record that it lacks.
 *
 * @example
 * const steps = useRecordSteps(referral);
 * return (
 *   <Dialog
 *     title={t('record.title')}
 *     headerActions={<RecordSteps steps={steps} onLeave={discard} />}
 *     onClose={onClose}
 *     actions={<CloseButton />}
 *   >…</Dialog>
 * );
 */
export function RecordSteps({ steps, onLeave }: Props) {
  const t = useStaffT();
  const leave = useLeaveDialog();
  const place = useRef<HTMLSpanElement>(null);
  const { position, total } = steps;
  const { language } = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const go = (step?: () => void) => () => {
    if (!step) return;
    leave(() => {
      onLeave();
      step();
    });
  };
  useHotkey('k', go(steps.previous), place);
  const isOn = useHotkey('j', go(steps.next), place);
  if (position === undefined) return null;
  const button = (text: 'record.previous' | 'record.next', key: string, step?: () => void) => (
    <Button
      variant="secondary"
      aria-disabled={step ? undefined : true}
      aria-keyshortcuts={isOn ? key : undefined}
      busy={steps.isTurning}
      onClick={go(step)}
    >
      <span>{t(text)}</span>
      {isOn && (
        <kbd aria-hidden="true" className={styles.key}>
          {key}
        </kbd>
      )}
    </Button>
  );
  return (
    <>
      <span ref={place} className={styles.position}>
        {total === undefined
          ? t('record.positionOnly', { position: number(position) })
          : t('record.position', { position: number(position), total: number(total) })}
      </span>
      {button('record.previous', 'k', steps.previous)}
      {button('record.next', 'j', steps.next)}
    </>
  );
}
