import type { ComponentType } from 'react';
import { SETUP_STEPS } from '../../../contract/staffConstants';
import type { Setup } from '../../../contract/entities/setup';
import { CreateInDialogButton } from '../../admin';
import { RESOURCES, routes } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import { useStaffT } from '../../i18n/useStaffT';
import { ButtonLink } from '../../ui/Button';
import { EmailTestButton, EmailTestOutcome, useEmailTest } from './EmailTest';
import { StepRow } from './StepRow';
import { useSetupCache } from './useSetup';

/** The dialogs of steps that are done on the same page, by the step's code. */
export type SetupDialogs = Readonly<
  Record<'sites' | 'manager' | 'referral', ComponentType<{ onClose: () => void }>>
>;

type Step = Setup['steps'][number];

interface Props {
  readonly step: Step;
  readonly dialogs: SetupDialogs;
}

/** One step: whether it is done, why to do it, and its action, which stays once it is done. */
export function SetupStep({ step, dialogs }: Props) {
  const t = useStaffT();
  const { code, done, missing } = step;
  const hasMarks = useFeature('contact') && code === 'sites';
  if (code === 'mail') return <MailStep step={step} />;
  // A newer server may have a step that this build does not know.
  const known = SETUP_STEPS.find((name) => name === code);
  return (
    <StepRow
      isDone={done}
      title={known ? t(`setup.${known}.title`) : t('setup.unknown', { code })}
      why={
        known && [t(`setup.${known}.why`), ...(hasMarks ? [t('setup.sites.marks')] : [])].join(' ')
      }
      missing={missing}
      action={<StepAction step={step} dialogs={dialogs} />}
    />
  );
}

const RESOURCE_OF = {
  sites: RESOURCES.sites,
  manager: RESOURCES.accounts,
  referral: RESOURCES.referrals,
};

function StepAction({ step: { code, done }, dialogs }: Props) {
  const t = useStaffT();
  const { refetch } = useSetupCache();
  const variant = done ? 'quiet' : 'secondary';
  if (code === 'poster') {
    return (
      <ButtonLink to={routes.sites.path} variant={variant}>
        {t('setup.poster.action')}
      </ButtonLink>
    );
  }
  if (code !== 'sites' && code !== 'manager' && code !== 'referral') return null;
  return (
    <CreateInDialogButton
      resource={RESOURCE_OF[code]}
      label={t(`setup.${code}.action`)}
      variant={variant}
      dialog={dialogs[code]}
      onClose={refetch}
    />
  );
}

/** Tests the delivery of emails, if the server has a mail server. */
function MailStep({ step: { done, missing } }: { step: Step }) {
  const t = useStaffT();
  const test = useEmailTest();
  return (
    <StepRow
      isDone={done}
      title={t('setup.mail.title')}
      why={t('setup.mail.why')}
      missing={missing}
      action={missing.length === 0 && <EmailTestButton test={test} isDone={done} />}
      outcome={<EmailTestOutcome test={test} />}
    />
  );
}
