import type { StartTexts } from '../i18n/languages';
import type { Settings } from '../app/settings';
import { PhoneLink } from '../ui/PhoneLink';

interface Props {
  texts: Pick<StartTexts, 'call' | 'visit' | 'other'>;
  settings: Pick<Settings, 'supportPhone' | 'supportPhoneHref' | 'supportAddress'>;
}

/** What somebody can do if the page fails: call the provider, else go there, else use another browser or phone. */
export function Instead({ texts, settings }: Props) {
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

interface NotStartedProps extends Props {
  texts: Props['texts'] & Pick<StartTexts, 'stuck'>;
}

/**
 * Stands after the app in each page that our server sends. The style shows it when the app has not started after a few seconds, or
 * when the inline script has seen it fail.
 */
export function NotStarted({ texts, settings }: NotStartedProps) {
  return (
    <div id="not-started" role="alert">
      <p>{texts.stuck}</p>
      <Instead texts={texts} settings={settings} />
    </div>
  );
}
