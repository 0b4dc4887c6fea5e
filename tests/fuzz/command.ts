/** A random step: it runs on the server and on the model, which predicts the response; then all views are compared. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import type { AnyInput, Answer, TestServer } from '../support/testServer';
import { compare } from './compare';
import { type Actor, type Model, findRefusal } from './model';

export interface Real {
  readonly server: TestServer;
  /** The ids of two sites. */
  readonly sites: readonly [string, string];
  /** The number of commands run, by name. */
  readonly ran: Map<string, number>;
}

/** Limits that still reach every state; more records only make the test slower. */
export const MAX_ACCOUNTS = 8;
export const MAX_REFERRALS = 10;

export class Command implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly drawn: unknown,
    private readonly perform: (model: Model, real: Real) => Promise<void>,
    readonly check: (model: Readonly<Model>) => boolean = () => true,
  ) {}
  async run(model: Model, real: Real): Promise<void> {
    await this.perform(model, real);
    await compare(model, real.server);
    real.ran.set(this.name, (real.ran.get(this.name) ?? 0) + 1);
  }
  toString(): string {
    return `${this.name} ${JSON.stringify(this.drawn)}`;
  }
}

/** A random index for `pick`, which wraps it to the length of the list. */
export const anyIndex = fc.nat(1_000);
export const pick = <T>(from: readonly T[], index: number): T | undefined =>
  from[index % (from.length || 1)];

/** Chooses an account, whose latest session may have ended, or a visitor. The first account, a super user, is chosen often. */
const actorIndex = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: anyIndex },
);
export function pickActor({ accounts }: Model, index: number): Actor {
  const acting = index === 0 ? accounts[0] : pick([...accounts, null], index);
  const session = acting?.sessions.at(-1);
  return {
    bearer: session?.access,
    account: acting && session?.alive ? acting : null,
  };
}

export const UNKNOWN_ID = 'no-such-id';

export async function expectStatus(
  { server }: Real,
  name: AnyCallName,
  input: AnyInput,
  bearer: string | undefined,
  expected: number,
): Promise<Answer> {
  const answer = await server.call(name, input, bearer);
  expect({
    name,
    status: answer.status,
    text: expected === answer.status ? '' : answer.text,
  }).toEqual({
    name,
    status: expected,
    text: '',
  });
  return answer;
}

/** A call for super users only, with the id of an account or a referral that may not exist. */
export const superuserCommand = <Drawn extends { actor: number; target: number }>(
  name: AnyCallName,
  drawn: fc.Arbitrary<Drawn>,
  work: (
    model: Model,
    drawn: Drawn,
    actor: Actor,
  ) => {
    input: AnyInput;
    status: number;
    /** Updates the model after a success. */
    after: () => void;
  },
) =>
  drawn.map(
    (values) =>
      new Command(name, values, async (model, real) => {
        const actor = pickActor(model, values.actor);
        const { input, status, after } = work(model, values, actor);
        const refusal = findRefusal(actor);
        await expectStatus(real, name, input, actor.bearer, refusal ?? status);
        if (refusal === null && status === 200) after();
      }),
  );

export const actorAndTarget = { actor: actorIndex, target: anyIndex };
