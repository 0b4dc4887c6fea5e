import { useMemo, useRef, useState } from 'react';
import { ENDED_STATUS } from '../../contract/staffConstants';
import { useFeature } from '../app/useFeature';
import type { BulkBody } from '../dataProvider/bulk';
import { type Ending, EndReasonInputs, isNoteTooLong } from '../endings/EndReasonInputs';
import type { BulkJob } from './bulkJob';
import { withEnding } from './bulkRun';

/**
 * Asks once why the referrals ended, where a change sets the status of an ending.
 * @returns the inputs, if it asks; `check`, which flags a missing reason; and the calls with the reason
 */
export function useBulkEnding({ change, isUndo, batches: plain, tooEarly }: BulkJob) {
  const isOffered = useFeature('endReasons');
  const isAsked = isOffered && !isUndo && change.status === ENDED_STATUS;
  const box = useRef<HTMLDivElement>(null);
  const [ending, setEnding] = useState<Ending>({ end_reason: '', end_note: '' });
  const [isChecked, setChecked] = useState(false);
  const isMissing = ending.end_reason === '';
  const batches = useMemo(
    () => (isAsked ? withEnding(plain, ending as Pick<BulkBody, keyof Ending>) : plain),
    [isAsked, plain, ending],
  );

  const check = () => {
    if (!isAsked || !(isMissing || isNoteTooLong(ending))) return true;
    setChecked(true);
    const invalid = isMissing ? '[role="radiogroup"]' : 'input:not([type="radio"])';
    box.current?.querySelector<HTMLElement>(invalid)?.focus();
    return false;
  };

  return {
    batches,
    check,
    inputs: isAsked && (
      <div ref={box}>
        <EndReasonInputs
          ending={ending}
          tooEarly={tooEarly}
          onChange={setEnding}
          isMissing={isChecked && isMissing}
        />
      </div>
    ),
  };
}
