import { expect, it } from 'vitest';
import { ROLES } from '../../../contract/constants';
import { can } from '../../../contract/permissions';
import { withEmailsFor } from './withEmailsFor';

const CALLER = { sessionId: 's1', accountId: 'a1', username: 'a@b.example', fullname: 'Ana' };
const ACCOUNT = { _id: 'a2', fullname: 'María González', username: 'maria@north.example' };

it.each(ROLES)('emails are shown to %s only if they may read accounts', (role) => {
  const [shown] = withEmailsFor({ ...CALLER, role, siteIds: [], isInside: true }, [ACCOUNT]);
  const { username: _username, ...named } = ACCOUNT;
  expect(shown).toEqual(can(role, 'account.list') ? ACCOUNT : named);
});
