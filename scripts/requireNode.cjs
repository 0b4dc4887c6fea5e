/** `20.19.0`, or `>=20.19.0`, in numbers. */
const parts = (version) =>
  version
    .replace(/^[^0-9]*/, '')
    .split('.')
    .map(Number);

/**
 * Ends the process, in one sentence, where Node is too old for what comes next. Loaded before everything else, as an old one
 * fails while it only reads the rest, and written so that an old one can read it.
 * @param {string} wanted as package.json's `engines` says it: '>=20.19.0'
 */
module.exports = function requireNode(wanted) {
  const oldest = parts(wanted);
  const actual = parts(process.versions.node);
  const differs = actual.findIndex((part, place) => part !== oldest[place]);
  if (differs === -1 || actual[differs] > oldest[differs]) return;
  const named = oldest.slice(0, 2).join('.');
  process.stderr.write(
    `Node ${named} or later is needed, and this is ${process.versions.node}. Install a newer one, such as Node 24 from nodejs.org.\n`,
  );
  process.exit(1);
};
