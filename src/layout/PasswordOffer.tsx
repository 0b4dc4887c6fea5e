import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { changePasswordLink } from '../shared/routes';
import { useServices } from '../shared/services';
import { CloseButton, Dialog, useFeature } from '../admin';

/**
 * Offers after sign-in to replace a generated password. The person may postpone it; the notice stays.
 * @param isGenerated whether the person still has a generated password
 */
export function PasswordOffer({ isGenerated }: { isGenerated: boolean }) {
  const { session } = useServices();
  const isOffered = useFeature('changePassword');
  const [isClosed, setClosed] = useState(false);

  if (!isGenerated || !isOffered || isClosed || !session.isNewSignIn()) return null;
  const close = () => {
    session.acknowledgeSignIn();
    setClosed(true);
  };
  return <OfferDialog onClose={close} />;
}

function OfferDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const navigate = useNavigate();
  const replace = () => {
    onClose();
    void navigate(changePasswordLink);
  };
  return (
    <Dialog
      title={t('passwordOffer.title')}
      width="sm"
      onClose={onClose}
      actions={
        <>
          <CloseButton>{t('passwordOffer.later')}</CloseButton>
          <Button onClick={replace}>{t('passwordOffer.replace')}</Button>
        </>
      }
    >
      <p>{t('passwordOffer.text')}</p>
    </Dialog>
  );
}
