import { type ComponentProps, type FormEvent, type MouseEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Elements } from '../app/elements';
import { getRoleTraits } from '../../contract/roles';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { type Language, LANGUAGES } from '../i18n/languages';
import { Button, PageButton } from '../ui/Button';
import styles from './Header.module.css';
import { landingAfterLogin, routes } from '../app/routes';
import { useServices, useSession } from '../app/services';
import { useLogOut } from '../session/useLogOut';

/**
 * The header of every page, public and staff (spec section 2, "Header and footer").
 * @param menu the signed-in app's menu, shown before the buttons
 */
export function Header({ menu }: { menu?: Elements }) {
  const t = useT();
  const { settings, features } = useServices();
  const { user } = useSession();

  // Loaded in advance, so that 'Logout' need not wait for it.
  useEffect(() => {
    if (user) void features.load();
  }, [user, features]);

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={routes.home.path} className={styles.logo}>
          <img src={settings.logoUrl} alt="" height="36" />
          <bdi>{settings.brandName}</bdi>
        </Link>
        <LanguageSwitch />
        <nav aria-label={t('header.navigation')} className={styles.actions}>
          {menu}
          <HeaderActions />
        </nav>
      </div>
    </header>
  );
}

const HOME_TEXTS = { referrals: 'header.admin', profile: 'header.profile' } as const;

/** The actions of a visitor or a signed-in person on every page (spec section 2), without a link to the current one. */
function HeaderActions() {
  const t = useT();
  const { status, user } = useSession();
  const logOut = useLogOut(routes.home.path);
  const { pathname } = useLocation();

  if (status === 'checking') return null;
  if (!user) {
    return (
      <>
        {pathname !== routes.login.path && (
          <VisitorButton variant="quiet" to={routes.login.path}>
            {t('header.logIn')}
          </VisitorButton>
        )}
        {pathname !== routes.register.path && (
          <VisitorButton variant="secondary" to={routes.register.path}>
            {t('header.register')}
          </VisitorButton>
        )}
      </>
    );
  }

  return (
    <>
      <PageButton variant="quiet" to={landingAfterLogin(user)}>
        {t(HOME_TEXTS[getRoleTraits(user.role).home])}
      </PageButton>
      <Button variant="secondary" onClick={logOut}>
        {t('header.logout')}
      </Button>
    </>
  );
}

/** A form with one button, so that it works before hydration. */
function VisitorButton({ to, variant, children }: ComponentProps<typeof PageButton>) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(to);
  };
  return (
    <form action={to} onSubmit={onSubmit}>
      <Button type="submit" variant={variant}>
        {children}
      </Button>
    </form>
  );
}

/** Buttons for the other languages, each named in that language. The choice is stored in a cookie. */
function LanguageSwitch() {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const [failed, setFailed] = useState(false);
  const [first, ...others] = Object.keys(LANGUAGES);

  const change = async (code: Language) => {
    setFailed(false);
    await setLanguage(code).catch(() => setFailed(true));
  };

  return (
    <>
      {others.map((other) => {
        // The button of the current language offers the first one, so that the focus stays on it.
        const code = (other === language ? first : other) as Language;
        return (
          // A form, so that it works before hydration.
          <form
            key={other}
            onSubmit={(event) => {
              event.preventDefault();
              void change(code);
            }}
          >
            <Button type="submit" name="lang" value={code} variant="quiet" lang={code}>
              {LANGUAGES[code]}
            </Button>
          </form>
        );
      })}
      <span role="status">{failed && t('header.languageFailed')}</span>
    </>
  );
}

/** Id of the page's main element, the target of the skip link. */
export const MAIN_ID = 'main';

/** The first tab stop: skips the header and leads to the main content. */
export function SkipLink() {
  const t = useT();
  // Following the link would add a history entry, which leads back from step 2 of the form.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <a href={`#${MAIN_ID}`} onClick={skip} className={styles.skip}>
      {t('app.skip')}
    </a>
  );
}
