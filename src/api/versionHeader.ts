import { allEndpoints, takesVersion } from '../../contract/calls/endpoints';
import type { IsOffered, Middleware } from './middleware';

/** Names the version that is to be changed, where the server offers 'versions': it refuses a change of any other. */
export function versionHeader(isOffered: IsOffered): Middleware {
  return async (call, next) => {
    const { name, request, version } = call;
    const isTaken = version !== undefined && takesVersion(allEndpoints[name]);
    if (!isTaken || !(await isOffered('versions'))) return next(call);
    const headers = { ...request.headers, 'If-Match': `"${version}"` };
    return next({ ...call, request: { ...request, headers } });
  };
}
