/** Parses `20.19.0` or `>=20.19.0` into numbers. */
const parts = (version) =>
  version
    .replace(/^[^0-9]*/, '')
    .split('.')
    .map(Number);

/**
 * Exits with one sentence if Node is too old. Loaded before everything else, because an old Node fails while it parses the rest,
 * and written in syntax that an old Node can parse.
 * @param {string} wanted as in package.json's `engines`: '>=20.19.0'
 */
module.exports = function requireNode(wanted) {
  const oldest = parts(wanted);
  const actual = parts(process.versions.node);
  const differs = actual.findIndex((part, index) => part !== oldest[index]);
  if (differs === -1 || actual[differs] > oldest[differs]) return;
  const named = oldest.slice(0, 2).join('.');
  process.stderr.write(
    `Node ${named} or later is needed, and this is ${process.versions.node}. Install a newer one, such as Node 24 from nodejs.org.\n`,
  );
  process.exit(1);
};
