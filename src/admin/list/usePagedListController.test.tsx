import { act, screen } from '@testing-library/react';
import { type ListControllerResult, useListContext } from 'react-admin';
import { expect, it } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { RESOURCES } from '../../app/routes';
import { ListBase } from './List';

let list: ListControllerResult;

function Follow() {
  list = useListContext();
  return (
    <p>
      <span>{JSON.stringify([list.sort, list.filterValues])}</span>
    </p>
  );
}

it('keeps the order and the filter that are chosen before the page is rendered with either', async () => {
  await renderStaffComponent(
    <ListBase resource={RESOURCES.referrals} perPage={25}>
      <Follow />
    </ListBase>,
  );
  act(() => {
    list.setSort({ field: 'name', order: 'ASC' });
    list.setFilters({ q: 'Robin' });
  });
  expect(screen.getByText('[{"field":"name","order":"ASC"},{"q":"Robin"}]')).toBeVisible();
});
