import type { Asker, Consent, Consents } from '../../../../../contract/entities/consent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { AccountingDialog } from './AccountingDialog';
import { AskDialog } from './AskDialog';
import { AsksDialog } from './AsksDialog';
import { ConfirmDialog } from './ConfirmDialog';
import { EndDialog } from './EndDialog';
import { HandOverDialog } from './HandOverDialog';
import { PaperDialog } from './PaperDialog';
import { PrintFormDialog } from './PrintFormDialog';
import { isRunning } from '../../reads/useConsents';

/** A dialog over that of the referral. */
export type OpenedConsentDialog =
  | { readonly dialog: 'ask' | 'asks' | 'accounting' }
  | { readonly dialog: 'form' | 'paper' | 'screen' | 'end' | 'confirm'; readonly consent: Consent };

interface Props {
  readonly opened: OpenedConsentDialog;
  readonly referral: ReferralRecord;
  readonly consents: Consents;
  readonly onClose: () => void;
}

const isNamedGuest = ({ kind, is_filer }: Asker) => kind === 'guest' && is_filer;

/** The dialog of one of the actions of a referral's consents. */
export function ConsentDialog({ opened, referral, consents, onClose }: Props) {
  switch (opened.dialog) {
    case 'ask':
      return (
        <AskDialog
          id={referral.id}
          filer={consents.filer}
          guestName={consents.askers.find(isNamedGuest)?.name ?? null}
          onClose={onClose}
        />
      );
    case 'asks':
      return <AsksDialog referral={referral} onClose={onClose} />;
    case 'form':
      return (
        <PrintFormDialog
          referral={referral}
          consent={opened.consent}
          signer={consents.signer}
          onClose={onClose}
        />
      );
    case 'paper':
      return (
        <PaperDialog
          referral={referral}
          consent={opened.consent}
          signer={consents.signer}
          onClose={onClose}
        />
      );
    case 'screen':
      return (
        <HandOverDialog
          referral={referral}
          consent={opened.consent}
          signer={consents.signer}
          onClose={onClose}
        />
      );
    case 'end':
      return (
        <EndDialog
          consent={opened.consent}
          others={[...consents.consents.filter(isRunning), ...consents.others]}
          onClose={onClose}
        />
      );
    case 'confirm':
      return <ConfirmDialog consent={opened.consent} onClose={onClose} />;
    case 'accounting':
    default:
      return <AccountingDialog referral={referral} onClose={onClose} />;
  }
}
