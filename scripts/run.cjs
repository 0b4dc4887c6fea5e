/** `node scripts/run.cjs NAME …` runs scripts/commands/NAME.ts, or reports that Node is too old. The npm commands for operators use it. */
require('./requireNode.cjs')(require('../package.json').engines.node);

const [name] = process.argv.splice(2, 1);
void import('tsx/esm/api').then((tsx) => {
  tsx.register();
  return import(`./commands/${name}.ts`);
});
