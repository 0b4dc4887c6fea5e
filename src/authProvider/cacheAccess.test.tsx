import { render } from '@testing-library/react';
import { CoreAdminContext, useCanAccess } from 'react-admin';
import { QueryClient } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { RESOURCES } from '../app/routes';
import { cacheAccess } from './authProvider';

const QUESTIONS = [
  { resource: RESOURCES.referrals, action: 'edit', mayManager: false },
  { resource: RESOURCES.referrals, action: 'list', mayManager: true },
  { resource: RESOURCES.sites, action: 'poster', mayManager: false },
  { resource: RESOURCES.profile, action: 'show', mayManager: true },
];

it.each(QUESTIONS)(
  'answers useCanAccess of $resource: $action in the first render, without asking again',
  ({ resource, action, mayManager }) => {
    const queryClient = new QueryClient();
    cacheAccess(queryClient, 'MANAGER');
    const canAccess = vi.fn<() => Promise<boolean>>();
    const answers: (boolean | undefined)[] = [];
    function Question() {
      answers.push(useCanAccess({ resource, action }).canAccess);
      return null;
    }
    render(
      <MemoryRouter>
        <CoreAdminContext
          queryClient={queryClient}
          authProvider={{ canAccess } as never}
          dataProvider={{} as never}
        >
          <Question />
        </CoreAdminContext>
      </MemoryRouter>,
    );
    expect(answers[0]).toBe(mayManager);
    expect(canAccess).not.toHaveBeenCalled();
  },
);
