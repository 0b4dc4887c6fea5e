import { type ComponentProps, useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Elements } from '../app/elements';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { Form } from '../ui/form/Form';
import { useLeaveWarning } from '../ui/useLeaveWarning';
import {
  MutationStatus,
  SectionHeading,
  type Send,
  SubmittingFieldset,
  useDialogMutation,
} from '../admin';
import styles from './ProfilePage.module.css';

type OutcomeProps = ComponentProps<typeof MutationStatus>;

interface Props<Values>
  extends
    Pick<OutcomeProps, 'details' | 'fields' | 'showsServerDetail' | 'isAdding'>,
    Pick<ComponentProps<'form'>, 'autoComplete' | 'id'> {
  children: Elements;
  /** Where the texts are: its title and intro, and the messages after a success and a failure (spec section 8). */
  texts: 'addSuperuser' | 'changePassword';
  /** The values of the empty form. */
  defaultValues: DefaultValues<Values>;
  send: Send<Values>;
  submitLabel: string;
}

/**
 * A section of the page with a form, which a success empties, while a failure keeps the input. A link to the section's `id`
 * focuses its heading.
 */
export function ProfileForm<Values extends FieldValues>({
  texts,
  defaultValues,
  send,
  submitLabel,
  id,
  autoComplete,
  children,
  ...outcome
}: Props<Values>) {
  const t = useStaffT();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { hash, key } = useLocation();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues });
  const mutation = useDialogMutation<Values>({
    send: async (provider, values) => {
      await send(provider, values);
      form.reset();
    },
    done: `${texts}.done`,
    failed: `${texts}.failed`,
    isRepeatable: true,
  });
  useLeaveWarning(form.formState.isDirty);

  useEffect(() => {
    if (id && hash === `#${id}`) heading.current?.focus();
  }, [id, hash, key]);

  const tryAgain = () => {
    // The clicked button disappears: move the focus first.
    button.current?.focus();
    void form.handleSubmit(mutation.start)();
  };
  const toolbar = (
    <>
      <MutationStatus {...outcome} mutation={mutation} onTryAgain={tryAgain} />
      <Button ref={button} type="submit" busy={mutation.isBusy}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <section id={id} className={`${styles.card} screen-only`}>
      <div className={styles.intro}>
        <SectionHeading ref={heading}>{t(`${texts}.title`)}</SectionHeading>
        <p>{t(`${texts}.intro`)}</p>
      </div>
      <Form
        form={form}
        onSubmit={mutation.start}
        toolbar={toolbar}
        className={styles.form}
        autoComplete={autoComplete}
      >
        <SubmittingFieldset isSending={mutation.isBusy}>{children}</SubmittingFieldset>
      </Form>
    </section>
  );
}
