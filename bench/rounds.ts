/** Measures one size on one engine: in each round server, bare routes and bare driver in turn. */
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

export interface SizeUnderWay {
  /** @param round as it is said */
  measureRound(round: string): Promise<void>;
  result(): SizeResult;
  end(): Promise<void>;
}

/** A copy of the prepared data, on which each call has been made: ready to be measured. */
export async function beginSize(
  engine: Engine,
  prepared: Prepared,
  { seconds }: Options,
): Promise<SizeUnderWay> {
  const title = `${engine.title}, ${prepared.referrals.toLocaleString('en')}`;
  say(`${title}: copying the prepared data, making each call twice`);
  const store = await engine.copy(prepared.name, `run_${prepared.referrals}`);
  const remove = atEnd(() => store.remove());
  const size = await store.size();
  const operations = await lookAtCalls(store, prepared);
  const routes = await startBareRoutes(operations.map(({ answer }) => answer));

  const figures: ProcessFigures[] = [];
  const taken = new Map<Seen, Partial<Record<Measure, Measured[]>>>();
  const take: Take = (seen, what, measured) => {
    const all = taken.get(seen) ?? {};
    taken.set(seen, { ...all, [what]: [...(all[what] ?? []), measured] });
  };
  return {
    async measureRound(round) {
      say(`${title}: ${round}, the server`);
      figures.push(await measureServer(store, operations, seconds, take));
      say(`${title}: ${round}, bare routes`);
      await measureRoutes(routes.port, operations, seconds, take);
      say(`${title}: ${round}, the bare driver`);
      await measureDriver(store, operations, seconds, take);
    },
    result: () => ({
      prepared,
      size,
      results: operations.map((seen) => ({ seen, measured: overAll(taken.get(seen) ?? {}) })),
      coldStart: median(figures.map(({ coldStart }) => coldStart)),
      atRest: medianOrNull(figures.map(({ atRest }) => atRest)),
      underLoad: medianOrNull(figures.map(({ underLoad }) => underLoad)),
    }),
    async end() {
      await routes.stop();
      await remove();
    },
  };
}

const overAll = (taken: Partial<Record<Measure, Measured[]>>): Result['measured'] =>
  Object.fromEntries(Object.entries(taken).map(([what, all]) => [what, overRounds(all)]));

const medianOrNull = (values: readonly (number | null)[]) =>
  values.includes(null) ? null : median(values.map(Number));
