/** Measures one size on one engine: server, bare routes and bare driver in turn, round after round. */
import { atEnd } from './atEnd';
import type { Engine } from './engines';
import { lookAtCalls, type Seen } from './look';
import { type Measured, median, overRounds } from './measure';
import type { Options } from './options';
import {
  type Measure,
  measureDriver,
  measureRoutes,
  measureServer,
  type ProcessFigures,
  type Take,
} from './phases';
import type { Prepared } from './prepare';
import { startBareRoutes } from './routeProcess';
import { say } from './say';

export interface Result {
  readonly seen: Seen;
  readonly measured: Readonly<Partial<Record<Measure, Measured>>>;
}

/** Medians over the rounds. */
export interface SizeResult extends ProcessFigures {
  readonly prepared: Prepared;
  readonly results: readonly Result[];
  /** Bytes on disk before anything is measured. */
  readonly size: number;
}

export async function measureSize(
  engine: Engine,
  prepared: Prepared,
  { rounds, seconds }: Options,
): Promise<SizeResult> {
  const title = `${engine.title}, ${prepared.referrals.toLocaleString('en')}`;
  say(`${title}: copying the prepared data, making each call twice`);
  const store = await engine.copy(prepared.name, 'run');
  const remove = atEnd(() => store.remove());
  try {
    const size = await store.size();
    const operations = await lookAtCalls(store, prepared);
    const routes = await startBareRoutes(operations.map(({ answer }) => answer));
    const taken = new Map<Seen, Partial<Record<Measure, Measured[]>>>();
    const take: Take = (seen, what, measured) => {
      const all = taken.get(seen) ?? {};
      taken.set(seen, { ...all, [what]: [...(all[what] ?? []), measured] });
    };
    const figures: ProcessFigures[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const sayStep = (step: string) => say(`${title}: round ${round} of ${rounds}, ${step}`);
      sayStep('the server');
      figures.push(await measureServer(store, operations, seconds, take));
      sayStep('bare routes');
      await measureRoutes(routes.port, operations, seconds, take);
      sayStep('the bare driver');
      await measureDriver(store, operations, seconds, take);
    }
    await routes.stop();
    return {
      prepared,
      size,
      results: operations.map((seen) => ({ seen, measured: overAll(taken.get(seen) ?? {}) })),
      coldStart: median(figures.map(({ coldStart }) => coldStart)),
      atRest: medianOrNull(figures.map(({ atRest }) => atRest)),
      underLoad: medianOrNull(figures.map(({ underLoad }) => underLoad)),
    };
  } finally {
    await remove();
  }
}

const overAll = (taken: Partial<Record<Measure, Measured[]>>): Result['measured'] =>
  Object.fromEntries(Object.entries(taken).map(([what, all]) => [what, overRounds(all)]));

const medianOrNull = (values: readonly (number | null)[]) =>
  values.includes(null) ? null : median(values.map(Number));
