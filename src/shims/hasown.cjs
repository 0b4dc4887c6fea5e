/**
 * Replaces the package hasown (vite.config.ts, `resolve.alias`), which node-polyglot loads together with function-bind for
 * browsers that cannot run this app anyway: less for every visitor. CommonJS, because it is required, not imported.
 */
module.exports = Object.hasOwn;
