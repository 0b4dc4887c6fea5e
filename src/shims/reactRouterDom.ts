/**
 * Replaces react-router-dom, which only react-admin imports (vite.config.ts, `resolve.alias`). react-admin can create its
 * own router, but this app always provides one. That code cannot be split off: without it every visitor downloads 16 KB
 * less.
 */
export * from 'react-router';

function refuseOwnRouter(): never {
  throw new Error('The signed-in app must be rendered inside the router of App.tsx');
}

export {
  refuseOwnRouter as createHashRouter,
  refuseOwnRouter as createMemoryRouter,
  refuseOwnRouter as RouterProvider,
};
