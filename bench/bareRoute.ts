/** A process that answers the same bytes from bare Fastify routes: what no server of the kind can be faster than. */
import Fastify from 'fastify';

process.once('message', (answers: readonly string[]) => {
  const app = Fastify();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  for (const [place, answer] of answers.entries()) {
    app.route({
      method: ['GET', 'POST'],
      url: `/${place}`,
      handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(answer),
    });
  }
  void app
    .listen({ host: '127.0.0.1', port: 0 })
    .then((address) => process.send?.(Number(new URL(address).port)));
});
process.once('disconnect', () => process.exit());
