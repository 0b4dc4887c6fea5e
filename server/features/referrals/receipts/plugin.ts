import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createReceiptCodes, type ReceiptCodes } from './codes';

declare module 'fastify' {
  interface FastifyInstance {
    receiptCodes: ReceiptCodes;
  }
}

/** Lets routes compute the codes of receipts. */
export const receiptsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    app.decorate('receiptCodes', createReceiptCodes(secret));
  },
  { name: 'receipts' },
);
