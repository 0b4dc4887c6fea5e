import { screen } from '@testing-library/react';
import { useListContext } from 'react-admin';
import { expect, it } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { RESOURCES } from '../../app/routes';
import { ListBase } from './List';

/** Chooses an order and a filter before either is rendered. */
function Chooser() {
  const { sort, filterValues, setSort, setFilters } = useListContext();
  const choose = () => {
    setSort({ field: 'name', order: 'ASC' });
    setFilters({ q: 'Robin' });
  };
  return (
    <button type="button" onClick={choose}>
      {JSON.stringify([sort, filterValues])}
    </button>
  );
}

it('keeps the order and the filter that are chosen before the page is rendered with either', async () => {
  const { user } = await renderStaffComponent(
    <ListBase resource={RESOURCES.referrals} perPage={25}>
      <Chooser />
    </ListBase>,
    () => ({ items: [], total: 0, pages: 0 }),
  );
  const button = screen.getByRole('button');
  await user.click(button);
  expect(button).toHaveTextContent('[{"field":"name","order":"ASC"},{"q":"Robin"}]');
});
