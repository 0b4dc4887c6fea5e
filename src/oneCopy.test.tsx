/**
 * One copy of each package that shares a React context: with two of react-router, react-admin would create a router of its own
 * beside the app's. The tests take packages as the build does (vite.config.ts, vitest.config.ts).
 */
import { readFileSync } from 'node:fs';
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, Link } from 'react-admin';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';

it.each([
  '@emotion/react',
  '@mui/material',
  '@tanstack/react-query',
  'ra-core',
  'react',
  'react-dom',
  'react-hook-form',
  'react-router',
  'react-router-dom',
])('%s is installed once', (name) => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object };
  const copies = Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`));
  expect(copies).toEqual([`node_modules/${name}`]);
});

it('react-admin uses the app’s router and the app’s react-query', async () => {
  const queryClient = new QueryClient();
  const clients: QueryClient[] = [];
  const Place = () => <p>{useLocation().pathname}</p>;
  function Client() {
    clients.push(useQueryClient());
    return null;
  }
  render(
    <MemoryRouter initialEntries={['/here']}>
      <Place />
      <CoreAdminContext queryClient={queryClient}>
        <Link to="/there">Go</Link>
        <Place />
        <Client />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await userEvent.setup().click(screen.getByRole('link', { name: 'Go' }));
  expect(screen.getAllByText('/there')).toHaveLength(2);
  expect(new Set(clients)).toEqual(new Set([queryClient]));
});
