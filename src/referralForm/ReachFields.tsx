import { useId } from 'react';
import { LENGTHS, PREFERRED_LANGUAGES } from '../../contract/constants';
import { useFeature } from '../app/useFeature';
import { useStep2T } from '../i18n/useStep2T';
import controls from '../ui/controls.module.css';
import { TextAreaField } from '../ui/Field';
import formStyles from './ReferralForm.module.css';
import type { ReferralDraft } from './referralDraft';
import styles from './ReachFields.module.css';
import type { DraftForm } from './useReferralForm';

/** The length of the note is shown from this many characters below the limit. */
const NEAR_LIMIT = 50;

/** How to reach the person safely: every answer is optional, and only a server that takes them is asked to. */
export function ReachFields({ form }: { form: DraftForm }) {
  const t = useStep2T();
  const hintId = useId();
  const isOffered = useFeature('reach');
  if (!isOffered) return null;
  const { length } = form.state.draft.reach_note;
  const unknown = { value: null, label: t('reachForm.unknown') };
  const no = { value: false, label: t('reachForm.no') };
  return (
    <fieldset className={formStyles.group} aria-describedby={hintId}>
      <legend>
        <span>{t('reachForm.title')}</span>{' '}
        <span className={`${controls.optional} ${styles.optional}`}>{t('field.optional')}</span>
      </legend>
      <div className={styles.parts}>
        <p id={hintId} className={styles.hint}>
          {t('reachForm.hint')}
        </p>
        <Choice
          form={form}
          field="preferred_language"
          label={t('reachForm.language')}
          options={[
            ...PREFERRED_LANGUAGES.map((value) => ({
              value,
              label: t(`reachForm.languages.${value}`),
            })),
            unknown,
          ]}
        />
        <Choice
          form={form}
          field="may_voicemail"
          label={t('reachForm.voicemail')}
          options={[{ value: true, label: t('reachForm.yesFirstName') }, no, unknown]}
        />
        <Choice
          form={form}
          field="may_text"
          label={t('reachForm.text')}
          options={[{ value: true, label: t('reachForm.yes') }, no, unknown]}
        />
        <TextAreaField
          label={t('reachForm.note')}
          name="reach_note"
          rows={2}
          autoComplete="off"
          optional
          value={form.state.draft.reach_note}
          onChange={(event) => form.change({ reach_note: event.currentTarget.value })}
          error={form.errorOf('reach_note')}
          hint={
            length > LENGTHS.reachNote - NEAR_LIMIT &&
            t('referralForm.notesLength', { length, max: LENGTHS.reachNote })
          }
        />
      </div>
    </fieldset>
  );
}

type ChoiceField = 'preferred_language' | 'may_voicemail' | 'may_text';

interface ChoiceProps<Field extends ChoiceField> {
  readonly form: DraftForm;
  readonly field: Field;
  readonly label: string;
  readonly options: readonly { readonly value: ReferralDraft[Field]; readonly label: string }[];
}

/** A question with one of a few answers. */
function Choice<Field extends ChoiceField>({ form, field, label, options }: ChoiceProps<Field>) {
  const id = useId();
  const error = form.errorOf(field);
  return (
    // Takes the focus when its answer is refused.
    <div
      role="radiogroup"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error && `${id}-flag`}
      aria-invalid={error ? true : undefined}
      className={styles.question}
    >
      <p id={`${id}-label`} className={controls.label}>
        {label}
      </p>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.label} className={styles.option}>
            <input
              type="radio"
              name={field}
              value={String(option.value)}
              checked={form.state.draft[field] === option.value}
              onChange={() => form.change({ [field]: option.value })}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-flag`} className={controls.flag}>
          {error}
        </p>
      )}
    </div>
  );
}
