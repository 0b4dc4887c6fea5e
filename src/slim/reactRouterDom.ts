/**
 * Stands in for react-router-dom, which only react-admin imports (vite.config.ts, `resolve.alias`). react-admin can make
 * a router of its own when there is none around it; here there always is one, and without that code, which could not be
 * split off, every visitor downloads 17 KB less.
 */
export {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  useBlocker,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from 'react-router';

function noRouterOfItsOwn(): never {
  throw new Error('The signed-in app must be drawn inside the router of App.tsx');
}

export {
  noRouterOfItsOwn as createHashRouter,
  noRouterOfItsOwn as createMemoryRouter,
  noRouterOfItsOwn as RouterProvider,
};
