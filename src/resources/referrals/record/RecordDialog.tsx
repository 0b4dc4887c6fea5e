import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordContextProvider } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { lazyComponent } from '../../../app/lazyComponent';
import { Dialog, KeysButton, RecordSteps, useRecordSteps } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { AccessHistory } from '../../auditLink';
import { ContactPanel } from '../contact/ContactPanel';
import type { ContactHere } from '../contact/useContactHere';
import { nameOf } from '../referralFields';
import { useCanAct } from '../useCanAct';
import { useHasConsents } from '../reads/useConsents';
import { WhoMayKnow } from './consents/WhoMayKnow';
import { RecordHistory } from './history/RecordHistory';
import { PersonSummary } from './PersonSummary';
import { PrintCopyButton } from './PrintButton';
import {
  type OpenedDialog,
  RecordActions,
  RecordActionDialog,
  useCanCorrect,
} from './RecordActions';
import styles from './RecordDialog.module.css';
import { ProbationDetails } from './ReferralDetails';
import { BackToReferral } from './samePerson/BackToReferral';
import { OtherReferralsLink } from './samePerson/OtherReferralsLink';

/** Lazy, as most referrals have no login. */
const PersonLogin = lazyComponent(
  async () => (await import('../login/PersonLogin')).PersonLogin,
  null,
);

interface Props {
  readonly referral: ReferralRecord;
  readonly here: ContactHere;
  readonly onClose: () => void;
  /** Whether leaving would lose input. */
  readonly hasInput?: boolean;
  /** Discards the input when the dialog is left for another record. */
  readonly onDiscard?: () => void;
  /** Receives the referral after a change. */
  readonly onRead?: (referral: ReferralRecord) => void;
  readonly outcome?: Elements;
  /** The main buttons. */
  readonly actions: Elements;
  /** The inputs, beside the history. */
  readonly children: Elements;
  /** News about the referral, below the inputs: it comes when it has loaded, and moves nothing that was there. */
  readonly notice?: Elements;
}

const NOTHING = () => undefined;

/**
 * The dialog of a referral (spec section 2, "Status dialog"): the person first, then the inputs beside the history, and buttons
 * to the previous and the next referral of the list. Its record is in RecordContext.
 */
export function RecordDialog({
  referral,
  here,
  onClose,
  hasInput = false,
  onDiscard = NOTHING,
  onRead = NOTHING,
  outcome,
  actions,
  children,
  notice,
}: Props) {
  const t = useStaffT();
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const queries = useQueryClient();
  const steps = useRecordSteps(referral);
  const hasHistory = useFeature('history');
  const canCorrect = useCanCorrect();
  const canAct = useCanAct(referral);
  const hasConsents = useHasConsents();
  // Leads to another page: not while that would lose input.
  const accessHistory = hasInput ? null : <AccessHistory trackingId={referral.tracking_id} />;

  return (
    <RecordContextProvider value={referral}>
      <Dialog
        title={t('statusDialog.title', { name: nameOf(referral) })}
        width="lg"
        onClose={onClose}
        hasInput={hasInput}
        headerActions={
          <>
            <RecordSteps steps={steps} onLeave={onDiscard} />
            <KeysButton />
          </>
        }
        banner={
          <>
            <BackToReferral referral={referral} onLeave={onDiscard} />
            <PersonSummary
              referral={referral}
              onCorrect={canCorrect ? () => setOpened('correction') : undefined}
              beforeCall={<OtherReferralsLink id={referral.id} />}
            />
          </>
        }
        outcome={outcome}
        moreActions={<RecordActions referral={referral} onOpen={setOpened} />}
        actions={actions}
      >
        {canAct && <ContactPanel referral={referral} here={here} onRead={onRead} />}
        <div className={hasHistory ? styles.columns : styles.column}>
          <div className={styles.parts}>
            {children}
            <ProbationDetails referral={referral} />
            {!hasHistory && accessHistory}
            {notice}
            {hasConsents && <WhoMayKnow referral={referral} />}
            {hasConsents && referral.has_account && (
              <PersonLogin
                referral={referral}
                printCopy={<PrintCopyButton referral={referral} />}
              />
            )}
          </div>
          {hasHistory && (
            <div className={styles.parts}>
              <RecordHistory referral={referral} action={accessHistory} />
            </div>
          )}
        </div>
        {opened && (
          <RecordActionDialog
            opened={opened}
            referral={referral}
            onClose={() => setOpened(null)}
            onRead={onRead}
            onDeleted={() => {
              // A refresh reads again what is open, and the server does not have it any more.
              void queries.cancelQueries({
                predicate: ({ queryKey }) => queryKey.includes(referral.id),
              });
              onDiscard();
              onClose();
            }}
          />
        )}
      </Dialog>
    </RecordContextProvider>
  );
}
