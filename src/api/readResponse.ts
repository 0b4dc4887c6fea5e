import { allEndpoints, type Endpoint } from '../../contract/calls/endpoints';
import { ApiError, parseErrorResponse, type RawResponse } from './ApiError';
import type { Middleware } from './middleware';

/**
 * Passes on a response whose status is 200–299 and whose body is what the call answers.
 * @throws ApiError for any other response
 */
export const readResponse: Middleware = async (call, next) => {
  const response = await next(call);
  const { status, data, header } = response;
  if (status < 200 || status > 299) throw parseErrorResponse(status, data, header('retry-after'));
  if (!isReadable(allEndpoints[call.name].answers, response)) throw new ApiError('unreadable');
  return response;
};

function isReadable(answers: Endpoint['answers'], { data, header }: RawResponse): boolean {
  if (answers === 'list') return Array.isArray(data);
  if (answers === 'file') return data instanceof Blob;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (answers === 'object') return isObject;
  if (answers === 'page') return isObject && 'items' in data && Array.isArray(data.items);
  // Any other body may be empty; but an HTML page does not confirm a write.
  const isText = typeof data === 'string' && data !== '';
  return !isText || /\bjson\b/i.test(header('content-type') ?? '');
}
