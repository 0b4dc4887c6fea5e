import type { StartTexts } from '../i18n/languages';
import type { Settings } from '../app/settings';
import { PhoneLink } from '../ui/PhoneLink';

interface Props {
  texts: Pick<StartTexts, 'call' | 'visit' | 'other'>;
  settings: Pick<Settings, 'supportPhone' | 'supportPhoneHref' | 'supportAddress'>;
}

/**
 * Whom to contact when a page fails: the provider's phone number, else its address, else the advice to use another browser or
 * phone.
 */
export function FallbackContact({ texts, settings }: Props) {
  const { supportPhone, supportPhoneHref, supportAddress } = settings;
  if (!supportPhone && !supportAddress) return <p>{texts.other}</p>;
  return (
    <p>
      <span>{supportPhone ? texts.call : texts.visit}</span>{' '}
      <bdi>
        {supportPhone ? <PhoneLink phone={supportPhone} href={supportPhoneHref} /> : supportAddress}
      </bdi>
    </p>
  );
}

interface StartFailureProps extends Props {
  texts: Props['texts'] & Pick<StartTexts, 'notStarted'>;
}

/**
 * Follows the app's root element in each page that our server sends. The stylesheet shows it if the app has not started after
 * eight seconds, and the inline script when the app fails.
 */
export function StartFailure({ texts, settings }: StartFailureProps) {
  return (
    <div id="not-started" role="alert">
      <p>{texts.notStarted}</p>
      <FallbackContact texts={texts} settings={settings} />
    </div>
  );
}
