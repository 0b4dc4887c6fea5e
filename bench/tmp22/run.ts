import { measureClicks } from '../pages/clicks';
import { ourList } from '../pages/staffLists';
const make = (name: string, port: number) => {
  const list = ourList(`http://127.0.0.1:${port}`);
  const signIn: typeof list.signIn = async (page) => {
    await page.goto(`http://127.0.0.1:${port}/login`);
    await page.locator('input[name=email]').fill('head@desk.example');
    await page.locator('input[name=password]').fill('Correct-Horse-7-battery');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-row]');
  };
  return { ...list, signIn, name, ...(name === 'before' && { rows: '[data-row]' }) };
};
const all = await measureClicks([make('before', 4311), make('after', 4312)], { rounds: Number(process.argv[2] ?? 5) } as never);
const median = (v: number[]) => v.toSorted((a, b) => a - b)[Math.floor(v.length / 2)] ?? NaN;
for (const { list, screen, taken } of all)
  for (const [kind, paints] of Object.entries(taken))
    console.log(list, screen, kind, 'n', paints.length, JSON.stringify(Object.fromEntries(['fromClick', 'fromAnswer'].map((k) => [k, median((paints as any[]).map((p) => p[k]).filter((x) => x !== null))]))), Object.keys(paints[0] ?? {}).join());
process.exit(0);
