import { useState } from 'react';
import type { TodayView } from '../../../../contract/entities/contact';
import { TODAY_VIEWS } from '../../../../contract/staffConstants';
import { routes } from '../../../app/routes';
import { readCookie, writeCookie } from '../../../i18n/cookies';

const COOKIE = 'todayView';

/**
 * The view with which the list opens: the one chosen last in this browser. A cookie of the page has it, as it identifies nobody
 * and the specification allows nothing more in the browser's storage.
 */
export function useFirstView(): TodayView {
  const [view] = useState(() => TODAY_VIEWS.find((each) => each === readCookie(COOKIE)) ?? 'mine');
  return view;
}

export const rememberView = (view: TodayView): void =>
  writeCookie(COOKIE, view, { path: routes.today.path });
