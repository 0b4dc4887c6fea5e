/** `node scripts/run.cjs NAME …` runs scripts/NAME.ts, or says that Node is too old for it: so begin npm's commands for operators. */
require('./requireNode.cjs')(require('../package.json').engines.node);

const [name] = process.argv.splice(2, 1);
void import('tsx/esm/api').then((tsx) => {
  tsx.register();
  return import(`./${name}.ts`);
});
