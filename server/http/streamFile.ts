/** Streams a file as a response, with backpressure: a file of any size needs little memory. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from './errors';

/** A file as the response of a call. */
export interface StreamedFile {
  /** The file name: letters, digits, `.`, `-` and `_`. No personal data: browsers keep it in the list of downloads. */
  readonly name: string;
  /**
   * The content, such as an async generator or a Node or web stream. A part is read when the client has received the previous
   * ones, which may take minutes: the source must not hold a transaction open. Text is sent in UTF-8.
   */
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/**
 * Sets the headers of a file, and returns its content as a stream for Fastify to send. An error before the first byte gets the
 * usual error response. After it, Fastify closes the connection, so that the client does not mistake a part for the whole file.
 */
export function streamFile(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
  { name, parts }: StreamedFile,
): Readable {
  if (!/^[\w.-]+$/.test(name)) throw new Error('The name of a file has other characters');
  const stream = Readable.from(storeEntriesFirst(request, parts), { objectMode: false });
  stream.on('error', (error) => {
    if (reply.raw.headersSent) {
      const fault = describeError(error);
      request.log.error({ route: request.routeOptions.url, fault }, 'response cut off');
    } else {
      for (const header of ['content-type', 'content-disposition']) {
        reply.removeHeader(header);
        reply.raw.removeHeader(header);
      }
    }
  });
  reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`);
  return stream;
}

/** Yields each part only after the audit entries of the reads so far are on disk. */
async function* storeEntriesFirst(request: FastifyRequest, parts: StreamedFile['parts']) {
  for await (const part of parts) {
    await request.storeEntries();
    // For HEAD, Fastify would read the whole stream and send nothing.
    if (request.method === 'HEAD') return;
    yield part;
  }
  await request.storeEntries();
}
