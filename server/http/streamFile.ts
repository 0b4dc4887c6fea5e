/** Streams a file as a response: only what the client takes is read, so a file of any size needs little memory. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from './errors';

/** A file that a call answers. */
export interface StreamedFile {
  /** Under which browsers save it: letters, digits, `.`, `-` and `_`. No personal data: it stays in the list of downloads. */
  readonly name: string;
  /**
   * Its content, such as an async generator or a Node or web stream. Each part is read once the client has taken those before, which
   * may be minutes later: it holds no transaction open. Text is sent in UTF-8.
   */
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/**
 * Sets the headers of a file, and returns its content as a stream for Fastify to send. Fastify answers an error before the first byte
 * like any other; after it, it closes the connection, so that the client does not take a part for the whole.
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

/** Nothing is sent before the audit entries of what was read so far are on disk. */
async function* storeEntriesFirst(request: FastifyRequest, parts: StreamedFile['parts']) {
  for await (const part of parts) {
    await request.storeEntries();
    // Fastify would read all of it, and send nothing.
    if (request.method === 'HEAD') return;
    yield part;
  }
  await request.storeEntries();
}
